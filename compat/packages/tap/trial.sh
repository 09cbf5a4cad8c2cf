tap --reporter=tap --disable-coverage a.test.mjs | grep -v -E 'duration|time=|^ *#'
