node main.js
node transports.js
cat log.txt pretty.txt
