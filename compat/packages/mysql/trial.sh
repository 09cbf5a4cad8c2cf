set -e
data=$(mktemp -d)
user= ; [ "$(id -u)" = 0 ] && user="--user=root"
mariadb-install-db --no-defaults $user --datadir="$data/db" --auth-root-authentication-method=normal >/dev/null 2>&1
mariadbd --no-defaults $user --datadir="$data/db" --socket="$data/socket" --pid-file="$data/pid" --skip-networking >/dev/null 2>&1 &
server=$!
SOCKET=$data/socket node main.mjs && code=0 || code=$?
kill $server
wait $server || true
rm -rf "$data"
exit $code
