"""One extension of each kind; every module is loaded only if it is used."""
