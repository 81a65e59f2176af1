"""Quality, leadership and confidence: tests, panic, rally, and the loss of leaders."""
