vite build --logLevel warn
find dist -type f | LC_ALL=C sort | xargs sha256sum
