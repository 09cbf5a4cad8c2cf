set -e
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
user= ; [ "$(id -u)" = 0 ] && user="setpriv --reuid=postgres --regid=postgres --clear-groups"
data=$(mktemp -d) ; [ -z "$user" ] || chown postgres "$data"
port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
$user $bin/initdb -D "$data/db" -A trust -U postgres >/dev/null
$user $bin/pg_ctl -D "$data/db" -o "-k $data -p $port -c listen_addresses=127.0.0.1" -l "$data/log" -w start >/dev/null
export DATABASE_URL=postgresql://postgres@127.0.0.1:$port/postgres CHECKPOINT_DISABLE=1 PRISMA_HIDE_UPDATE_MESSAGE=1
# Only migrations use the schema engine, which is not on npm: the tables are made by hand.
export PRISMA_SCHEMA_ENGINE_BINARY=/bin/true
code=0
{ prisma validate && prisma generate --no-hints && psql -q "$DATABASE_URL" -f schema.sql && tsx main.mts; } || code=$?
$user $bin/pg_ctl -D "$data/db" -m immediate stop >/dev/null
rm -rf "$data"
exit $code
