nuxt build >build.log 2>&1 ; echo $?
PORT=0 NITRO_UNIX_SOCKET=$PWD/s node .output/server/index.mjs >/dev/null &
node ask.mjs
kill $!
