"""What the rules page and the lessons show, taken from the rules and played by them."""
