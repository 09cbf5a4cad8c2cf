ava --tap a.test.js
echo $?
