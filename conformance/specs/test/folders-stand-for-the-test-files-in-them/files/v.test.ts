// A test file.
