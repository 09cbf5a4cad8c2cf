rollup -c --silent
find dist -type f | LC_ALL=C sort | xargs sha256sum

node dist/index.mjs
