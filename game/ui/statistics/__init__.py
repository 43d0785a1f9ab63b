"""The statistics: figures and charts of the games played."""
