webpack --mode production --entry ./src/index.js --target node -o dist | sed 's/compiled .*/compiled/'
find dist -type f | LC_ALL=C sort | xargs sha256sum

node dist/main.js
