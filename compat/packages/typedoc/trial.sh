typedoc --json out.json --logLevel Error main.ts
node -e "const o = require('./out.json'); console.log(o.children.map((c) => [c.name, c.kind]))"
typedoc --out dist --logLevel Error main.ts
find dist -name '*.html' | LC_ALL=C sort
