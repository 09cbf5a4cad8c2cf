mkdir project && cp project.json project/package.json && cd project || exit 1
count() { find node_modules -name package.json -path '*node_modules/*' | wc -l; }
npm install --no-audit --no-fund --prefer-offline --foreground-scripts --loglevel=error | grep -v '^$' ; echo install $?
sha256sum package-lock.json ; count
(cd node_modules && find . -not -path './.cache*' | sort | sha256sum ; find . -type f -not -name .package-lock.json -exec sha256sum {} + | sort -k 2 | sha256sum)
npm run build --silent
rm -rf node_modules
npm ci --no-audit --no-fund --prefer-offline --ignore-scripts --loglevel=error ; echo ci $?
count
npm ls --depth 0
npm explain react | head -3
