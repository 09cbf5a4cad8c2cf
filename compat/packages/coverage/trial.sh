nyc --reporter=text node main.js
c8 --reporter=text --reporter=lcovonly node main.js
cat coverage/lcov.info
