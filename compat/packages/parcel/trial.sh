parcel build src/index.html --no-cache --no-optimize --no-source-maps --dist-dir dist --log-level error
find dist -type f | LC_ALL=C sort | xargs sha256sum
