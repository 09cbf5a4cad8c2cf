svelte-kit sync >/dev/null
vite build --logLevel error ; echo $?
node ask.mjs
