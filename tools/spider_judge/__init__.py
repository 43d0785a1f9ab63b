"""Learning of the judge of Spider from the program's own games (`python -m tools.spider_judge`)."""
