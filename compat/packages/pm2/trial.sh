export PM2_HOME=$PWD/.pm2
pm2 start server.js --name forked -s
pm2 start server.js --name clustered -i 2 -s
node ask.js
pm2 jlist | node -e "let s='';process.stdin.on('data',(d)=>s+=d).on('end',()=>console.log(JSON.parse(s.slice(s.indexOf('['))).map((p)=>[p.name,p.pm2_env.status,p.pm2_env.exec_mode])))"
pm2 reload clustered -s
node ask.js
pm2 delete all -s
pm2 kill -s
