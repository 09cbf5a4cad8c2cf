rspack build -c rspack.config.cjs | sed 's/compiled .*/compiled/'
find dist -type f | LC_ALL=C sort | xargs sha256sum

node dist/main.js
