const net=require('net');
const s=net.createServer(c=>{let b='';c.on('data',d=>{b+=d; if(/\r\n\r\n/.test(b)&&!/chunked/.test(b)|| /\r\n0\r\n\r\n/.test(b)){console.log(JSON.stringify(b).replace(/127.0.0.1:\d+/,'HOST')); b=''; c.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')}});c.on('error',()=>{})}).listen(0,async()=>{
 const u=`http://127.0.0.1:${s.address().port}/p?q#h`;
 await (await fetch(u)).text();
 await (await fetch(u,{method:'POST',body:'hello'})).text();
 await (await fetch(u,{method:'POST',headers:{'X-A':'b',Accept:'x/y','User-Agent':'zz','content-type':'a/b'}})).text();
 await (await fetch(u,{method:'PUT',duplex:'half',body:new Blob(['x','y']).stream()})).text();
 await (await fetch(u,{method:'PATCH',body:new URLSearchParams('a=b')})).text();
 await (await fetch(u,{method:'DELETE',headers:{connection:'close',range:'bytes=0-'}}).catch(e=>console.log(e))); 
 await (await fetch(u,{cache:'no-store',headers:{host:'foo.bar','set-cookie':'a', cookie:'z'}})).text();
 await (await fetch(u,{cache:'no-cache',keepalive:true,referrer:'about:client',mode:'no-cors'})).text();
 await (await fetch(u,{method:'HEAD',mode:'same-origin'})).text();
 s.close(); process.exit();
});
