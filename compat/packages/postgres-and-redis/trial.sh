set -e
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
user= ; [ "$(id -u)" = 0 ] && user="setpriv --reuid=postgres --regid=postgres --clear-groups"
data=$(mktemp -d) ; [ -z "$user" ] || chown postgres "$data"
$user $bin/initdb -D "$data/db" -A trust -U postgres >/dev/null
$user $bin/pg_ctl -D "$data/db" -o "-k $data -c listen_addresses=''" -l "$data/log" -w start >/dev/null
redis-server --port 0 --unixsocket $PWD/redis.sock --save '' >/dev/null &
redis=$!
PGHOST=$data node main.mjs && code=0 || code=$?
kill $redis
$user $bin/pg_ctl -D "$data/db" -m immediate stop >/dev/null
rm -rf "$data"
exit $code
