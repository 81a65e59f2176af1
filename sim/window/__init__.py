"""The interactive program: screens, the conversation at the table, the sight desk."""
