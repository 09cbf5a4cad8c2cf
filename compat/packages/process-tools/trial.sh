concurrently --group "node one.js" "node two.js" ; echo $?
node execa.mjs
node nodemon.js
