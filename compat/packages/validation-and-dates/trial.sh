TZ=America/New_York node main.mjs
TZ=Asia/Kolkata node main.mjs | tail -n 12
