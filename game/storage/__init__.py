"""Files: where they live, the journal, the profile."""
