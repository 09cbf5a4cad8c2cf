next build >build.log 2>&1 ; echo $?
find .next/server/app -name '*.html' | LC_ALL=C sort
node ask.mjs
