"""The commands of `piazzetta`."""
