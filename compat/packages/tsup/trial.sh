tsup src/index.ts --format esm,cjs --dts --silent
find dist -type f | LC_ALL=C sort | xargs sha256sum

node -e "console.log(require('./dist/index.js').double(21))"
