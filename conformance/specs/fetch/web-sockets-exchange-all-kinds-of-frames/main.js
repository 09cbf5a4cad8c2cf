const http=require('http'),crypto=require('crypto'),zlib=require('zlib');
const frame=(op,b,{fin=1,rsv=0,mask=0}={})=>{b=Buffer.from(b);let h;const l=b.length;if(l<126)h=Buffer.from([fin<<7|rsv<<4|op,l|mask<<7]);else if(l<65536){h=Buffer.alloc(4);h[0]=fin<<7|rsv<<4|op;h[1]=126;h.writeUInt16BE(l,2)}else{h=Buffer.alloc(10);h[0]=fin<<7|rsv<<4|op;h[1]=127;h.writeUIntBE(l,4,6)}return Buffer.concat([h,b])};
let raw;
const s=http.createServer((q,r)=>{r.statusCode=404;r.end('x')});
s.on('upgrade',(q,c,head)=>{
 const u=new URL(q.url,'http://x');const P=u.searchParams;
 if(!raw){raw=1;const l=[];for(let i=0;i<q.rawHeaders.length;i+=2)l.push(q.rawHeaders[i]+': '+(/key|host/.test(q.rawHeaders[i])?'*':q.rawHeaders[i+1]));console.log(l.join('\n'))}
 const acc=P.get('acc')??crypto.createHash('sha1').update(q.headers['sec-websocket-key']+'258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
 let h=`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${P.get('up')??'websocket'}\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acc}\r\n`;
 if(P.get('proto'))h+=`Sec-WebSocket-Protocol: ${P.get('proto')}\r\n`; if(P.get('ext'))h+=`Sec-WebSocket-Extensions: ${P.get('ext')}\r\n`;
 c.write(h+'\r\n');c.on('error',()=>{});
 const m=P.get('m');
 if(m==='text')c.write(frame(1,'héllo'));
 if(m==='bin')c.write(frame(2,[1,2,3]));
 if(m==='frag'){c.write(frame(1,'ab',{fin:0}));c.write(frame(9,'p'));c.write(frame(0,'cd',{fin:0}));c.write(frame(0,'ef'))}
 if(m==='big')c.write(frame(2,Buffer.alloc(70000,7)));
 if(m==='split'){const f=frame(1,'x'.repeat(300));for(let i=0;i<f.length;i+=50)setTimeout(()=>c.write(f.subarray(i,i+50)),i/10)}
 if(m==='masked')c.write(frame(1,'a',{mask:1}));
 if(m==='rsv')c.write(frame(1,'a',{rsv:4}));
 if(m==='op')c.write(frame(5,'a'));
 if(m==='badutf')c.write(frame(1,[0xff,0xfe]));
 if(m==='cont')c.write(frame(0,'a'));
 if(m==='ctlfrag')c.write(frame(9,'a',{fin:0}));
 if(m==='drop')c.destroy();
 if(m==='close')c.write(frame(8,Buffer.concat([Buffer.from([0x0f,0xa1]),Buffer.from('bye')])));
 if(m==='closeempty')c.write(frame(8,''));
 if(m==='close1')c.write(frame(8,'a'));
 if(m==='closebad')c.write(frame(8,[0x03,0xed]));
 if(m==='deflate'){let z=zlib.deflateRawSync(Buffer.from('compressed '.repeat(20)),{finishFlush:zlib.constants.Z_SYNC_FLUSH});c.write(frame(1,z.subarray(0,-4),{rsv:4}))}
 let b=head;c.on('data',d=>{b=Buffer.concat([b,d]);for(;;){if(b.length<6)return;let l=b[1]&127,o=2;if(l===126){l=b.readUInt16BE(2);o=4}else if(l===127){l=b.readUIntBE(4,6);o=10}if(b.length<o+4+l)return;const k=b.subarray(o,o+4);const p=Buffer.from(b.subarray(o+4,o+4+l));for(let i=0;i<l;i++)p[i]^=k[i&3];const op=b[0]&15;b=b.subarray(o+4+l);
  console.log('  server got',op,op===8?[p.length>=2?p.readUInt16BE(0):null,p.subarray(2).toString()]:l>50?'len '+l:p.toString());
  if(op===1||op===2)c.write(frame(op,p)); if(op===8){if(m!=='close'&&m!=='closeempty')c.write(frame(8,p));c.end()}}});
});
s.listen(0,'127.0.0.1',async()=>{
 const o=`ws://127.0.0.1:${s.address().port}`;
 const run=(path,{protos,act,wait=1}={})=>new Promise(done=>{
  console.log('==',path,protos??'');let w;try{w=protos?new WebSocket(o+path,protos):new WebSocket(o+path)}catch(e){console.log('throws',e.name,e.message);return done()}
  w.onopen=e=>{console.log('open',e.type,w.readyState,JSON.stringify([w.protocol,w.extensions]));act?.(w)};
  w.onmessage=async e=>{const d=e.data;console.log('message',typeof d==='string'?d.length>100?'len '+d.length:d:d instanceof Blob?['blob',d.size]:['ab',d.byteLength],e.origin.replace(/\d+$/,'P'));if(wait&&!act)w.close(1000,'done')};
  w.onerror=e=>console.log('error',e.constructor.name,e.message,e.error?.name,JSON.stringify(e.error?.message));
  w.onclose=e=>{console.log('close',e.constructor.name,e.code,JSON.stringify(e.reason),e.wasClean,w.readyState);done()};
 });
 for(const m of ['text','bin','frag','big','split','masked','rsv','op','badutf','cont','ctlfrag','drop','close','closeempty','close1','closebad']) await run('/?m='+m);
 await run('/?m=deflate&ext=permessage-deflate'); await run('/?ext=foo'); await run('/?acc=bad'); await run('/?up=h2c');
 await run('/?m=text',{protos:['a','b']}); await run('/?m=text&proto=b',{protos:['a','b']}); await run('/?proto=z',{protos:'a'}); await run('/?m=text&proto=q');
 await run('/',{protos:['a','a']}); await run('/',{protos:'b d'}); 
 await run('/',{act(w){w.send('hi');w.send(new Uint8Array([65,66]));w.send(new Blob(['bl']));w.send('after');console.log('buffered',w.bufferedAmount);let n=0;w.addEventListener('message',()=>{if(++n===4)w.close()})}});
 await run('/',{act(w){w.binaryType='arraybuffer';w.send('y'.repeat(70000));w.send(new DataView(new ArrayBuffer(3)));let n=0;w.addEventListener('message',()=>{if(++n===2)w.close(3001,'rea\u00e9son')})}});
 await run('/',{act(w){for(const [c,r] of [[999],[1001],[5000],[1000,'x'.repeat(124)],['abc']])try{w.close(c,r);console.log('no throw')}catch(e){console.log(e.name,e.message)}w.close();w.close();w.send('ignored')}});
 {const w=new WebSocket(o+'/');try{w.send('x')}catch(e){console.log(e.name,e.message)}await new Promise(d=>{w.onerror=e=>console.log('early error',e.message);w.onclose=e=>{console.log('early',e.code,e.wasClean);d()};w.close();console.log(w.readyState)})}
 for(const u of ['foo','ftp://x','ws://x/#h','http://127.0.0.1:1/'])await new Promise(d=>{try{const w=new WebSocket(u);console.log(w.url);w.onerror=()=>0;w.onclose=e=>{console.log('c',e.code);d()}}catch(e){console.log(e.name,e.message);d()}});
 await new Promise(d=>{const w=new WebSocket(`ws://127.0.0.1:${s.address().port}/`.replace('/?','/')+'nope');w.onclose=d;w.onopen=()=>w.close()});
 try{new WebSocket()}catch(e){console.log(e.message)} try{WebSocket.prototype.url}catch(e){console.log(e.name,e.message,e.code)}
 console.log(Object.getOwnPropertyNames(WebSocket.prototype).sort().join(),Object.getOwnPropertyNames(WebSocket).sort().join(),WebSocket.length,Object.keys(WebSocket.prototype).sort().join());
 const w=new WebSocket(o+'/?m=text');w.onmessage=()=>w.close();w.onclose=e=>{console.log(e.code);s.close();s.closeAllConnections()};
 console.log(new CloseEvent('x',{code:'70000',reason:5,wasClean:1}).code,new CloseEvent('x').reason,new ErrorEvent('e',{message:'m',error:5,lineno:-1}).lineno);
 for(const f of [()=>new CloseEvent(),()=>new ErrorEvent(),()=>new CloseEvent('x',5),()=>structuredClone(new CloseEvent('x'))])try{f();console.log('ok')}catch(e){console.log(e.name,e.message)}
});
