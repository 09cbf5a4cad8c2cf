vite build --logLevel warn
find dist -name '*.js' | xargs sha256sum
vite build --logLevel warn --ssr src/server.tsx --outDir dist-ssr
node dist-ssr/server.js
