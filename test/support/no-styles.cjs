// In place of a stylesheet, which a test outside a browser does not see.
