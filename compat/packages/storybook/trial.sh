storybook build --quiet --disable-telemetry --output-dir out >log 2>&1
code=$?
[ $code = 0 ] || cat log >&2
cat out/index.json
(cd out && find . -type f | sort)
find out -name '*stories*' | xargs cat
exit $code
