jest --coverage sum page 2>&1 | grep -v '^Time'
jest fails >/dev/null 2>&1
echo $?
