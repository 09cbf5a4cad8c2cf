set -e
mkdir -p ports jetstream
redis-server --port 0 --unixsocket $PWD/redis.sock --save '' >/dev/null &
redis=$!
nats-server -a 127.0.0.1 -p -1 --ports_file_dir $PWD/ports -js -sd $PWD/jetstream >/dev/null 2>&1 &
nats=$!
node main.mjs && code=0 || code=$?
kill $redis $nats
exit $code
