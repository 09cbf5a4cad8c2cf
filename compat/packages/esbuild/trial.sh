node main.js
find dist -type f | LC_ALL=C sort | xargs sha256sum
