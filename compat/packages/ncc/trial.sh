ncc build main.js -o dist -q
sha256sum dist/index.js
node dist/index.js
