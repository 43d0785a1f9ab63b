"""Files: where they live, the journal, the profile. Knows records as text; no rules, no screens."""
