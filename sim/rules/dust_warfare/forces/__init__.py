"""Forces: profiles, the files they come from, and the units a scene fields."""
