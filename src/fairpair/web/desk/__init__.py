"""The organiser's desk: pages for those who run a tournament."""
