used() { node -p "require('express/package.json').version" && node -e "require('express')()"; }
for tool in npm pnpm; do
  mkdir $tool && cp project.json $tool/package.json
  (cd $tool && $tool install --silent >/dev/null ; echo $tool $? ; used)
done
mkdir yarn && cp project.json yarn/package.json
(cd yarn && node ../node_modules/yarn/bin/yarn.js install --silent >/dev/null ; echo yarn $? ; used)
mkdir berry && cp project.json berry/package.json
(cd berry && touch yarn.lock && printf 'nodeLinker: node-modules\nenableTelemetry: false\n' >.yarnrc.yml
node ../node_modules/@yarnpkg/cli-dist/bin/yarn.js install >/dev/null ; echo berry $? ; used)
sha256sum npm/package-lock.json pnpm/pnpm-lock.yaml yarn/yarn.lock berry/yarn.lock
(cd npm && npm test --silent ; npx --no-install semver 1.2.3)
