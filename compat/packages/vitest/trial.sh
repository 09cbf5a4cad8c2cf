vitest run --coverage sum 2>&1 | grep -v -E 'Duration|Start at'
vitest run fails >/dev/null 2>&1
echo $?
