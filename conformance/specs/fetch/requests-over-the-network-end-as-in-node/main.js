const http=require('http'),zlib=require('zlib');
const p=(l,f)=>f().then(v=>console.log(l,v),e=>console.log(l,'ERR',e?.name,e?.message,'| cause:',e?.cause?.name,e?.cause?.message,e?.cause?.code));
// Requests of every kind against local servers; each line is the outcome of one.
const s2=http.createServer((q,r)=>{r.end('other '+JSON.stringify(q.headers.authorization??null)+(q.headers['x-k']??''))});
const s=http.createServer((q,r)=>{const u=new URL(q.url,'http://x');let b='';q.on('data',d=>b+=d);q.on('end',()=>{
 if(u.pathname==='/r'){r.writeHead(+u.searchParams.get('s')||302,{location:u.searchParams.get('to'),'x-q':'1'});return r.end('redir')}
 if(u.pathname==='/loop'){r.writeHead(302,{location:'/loop'});return r.end()}
 if(u.pathname==='/echo'){r.setHeader('x-method',q.method);return r.end(JSON.stringify({m:q.method,b,ct:q.headers['content-type'],cl:q.headers['content-length'],te:q.headers['transfer-encoding'],a:q.headers.authorization,ref:q.headers.referer}))}
 if(u.pathname==='/st'){r.writeHead(+u.searchParams.get('c'),'Phrase');return r.end(u.searchParams.get('b')??'')}
 if(u.pathname==='/kill'){return q.socket.destroy()}
 if(u.pathname==='/half'){r.writeHead(200,{'content-length':100});r.write('abc');return setTimeout(()=>q.socket.destroy(),30)}
 if(u.pathname==='/end'){q.socket.end()}
 if(u.pathname==='/bad'){q.socket.end('HTTP/9 nope\r\n\r\n')}
 if(u.pathname==='/enc'){const e=u.searchParams.get('e');r.setHeader('content-encoding',e);const f={gzip:zlib.gzipSync,br:zlib.brotliCompressSync,deflate:zlib.deflateSync,raw:zlib.deflateRawSync,zstd:zlib.zstdCompressSync};let d=Buffer.from('hello '.repeat(50));for(const k of e.split(',')){const g=f[k.trim().toLowerCase()];if(g)d=g(d)}if(u.searchParams.get('cut'))d=d.subarray(0,-4);if(u.searchParams.get('junk'))d=Buffer.from('notcompressed');return r.end(d)}
 if(u.pathname==='/slow'){r.writeHead(200);r.write('start');return setTimeout(()=>r.end('end'),1000).unref()}
 if(u.pathname==='/cookies'){r.writeHead(200,['Set-Cookie','a=1','Set-Cookie','b=2','X-Dup','1','X-Dup','2','X-Lat','caf\xe9']);return r.end('c')}
 r.end('ok '+q.url);
 })});
s.listen(0,'127.0.0.1',()=>s2.listen(0,'127.0.0.1',async()=>{
 const o=`http://127.0.0.1:${s.address().port}`,o2=`http://127.0.0.1:${s2.address().port}`;
 const norm=x=>JSON.stringify(x).replaceAll(o,'O').replaceAll(o2,'O2');
 const info=async r=>norm([r.status,r.statusText,r.type,r.redirected,r.url,r.ok,r.body===null?null:1,[...r.headers].filter(([k])=>!/date|keep|conn|length|transfer/.test(k)),await r.text()]);
 const g=(path,init)=>p(path.replaceAll(o2,'O2')+' '+(init?norm(init):''),async()=>info(await fetch(/^[a-z]+:/.test(path)?path:o+path,init)));
 await g('/x');
 for(const st of [301,302,303,307,308]) await g(`/r?s=${st}&to=/echo`,{method:'POST',body:'data',headers:{'content-type':'a/b',authorization:'z'}});
 await g(`/r?s=302&to=/echo`,{method:'PUT',body:'data'});
 await g(`/r?to=${o2}/y`,{headers:{authorization:'zz','x-k':'kept'}});
 await g(`/r?to=/echo`,{redirect:'manual'});
 await g(`/r?to=/echo`,{redirect:'error'});
 await g(`/r?to=ftp://x/`); await g(`/r?to=http://[`); await g(`/r?s=300`); await g('/r?to='); 
 await p('credentials',async()=>info(await fetch(`${o}/r?to=http://u:p@127.0.0.1:${s2.address().port}/`)));
 await g('/loop');
 await p('stream307',async()=>info(await fetch(o+'/r?s=307&to=/echo',{method:'POST',body:new Blob(['q']).stream(),duplex:'half'})));
 await p('stream303',async()=>info(await fetch(o+'/r?s=303&to=/echo',{method:'POST',body:new Blob(['q']).stream(),duplex:'half'})));
 for(const m of ['same-origin','no-cors','cors']) {await g('/x',{mode:m}); await g(`/r?to=${o2}/y`,{mode:m});}
 await g('/x',{mode:'no-cors',redirect:'error'});
 for(const c of [200,204,205,304,401,407,404,421,500]) await g('/st?c='+c);
 await g('/st?c=200',{method:'HEAD'});
 for(const k of ['/kill','/half','/end','/bad']) await g(k);
 for(const e of ['gzip','br','deflate','raw','zstd','gzip, br','GZIP','x','gzip,gzip,gzip,gzip,gzip,gzip']) await g('/enc?e='+encodeURIComponent(e));
 await g('/enc?e=gzip&cut=1'); await g('/enc?e=gzip&junk=1'); await g('/enc?e=br&cut=1'); await g('/enc?e=zstd&junk=1');
 await g('/cookies');
 for (const u of ['about:blank','data:text/html;charset=utf-8;base64,aGVsbG8=','data:,hi%20there','data:bad','data:text/plain,x#frag','file:///x','foo:bar','http://127.0.0.1:1/','http://127.0.0.1:6667/','blob:nope','http://u:p@x/','mailto:x@y']) await g(u);
 const b=URL.createObjectURL(new Blob(['blobby'],{type:'x/y'})); await p('blob',async()=>{const r=await fetch(b);return [r.status,r.statusText,[...r.headers],await r.text(),r.type]}); await p('blobrange',async()=>{const r=await fetch(b,{headers:{range:'bytes=1-3'}});return [r.status,r.statusText,[...r.headers],await r.text(),r.type]}); await p('blobpost',async()=>{const r=await fetch(b,{method:'POST'})});
 await p('noargs',()=>fetch()); await p('badinit',()=>fetch(o,5)); await p('sym',()=>fetch(Symbol('x')));
 const sha=require('crypto').createHash('sha256').update('ok /x').digest('base64');
 await g('/x',{integrity:'sha256-'+sha}); await g('/x',{integrity:'sha256-AAAA'}); await g('/x',{integrity:'bogus'}); 
 const ac=new AbortController();ac.abort(); await g('/x',{signal:ac.signal}); await g('/x',{signal:AbortSignal.abort('why')}); await g('/x',{signal:AbortSignal.abort(null)});
 const ac2=new AbortController(); setTimeout(()=>ac2.abort(),50); await p('abortbody',async()=>{const r=await fetch(o+'/slow',{signal:ac2.signal});return r.text()});
 const ac3=new AbortController(); await p('abortbody2',async()=>{const r=await fetch(o+'/slow',{signal:ac3.signal});const rd=r.body.getReader();await rd.read();ac3.abort(new Error('mine'));return rd.read()});
 await p('timeout',async()=>{const r=await fetch(o+'/slow',{signal:AbortSignal.timeout(30)});return r.text()});
 await p('cancel',async()=>{const r=await fetch(o+'/slow');await r.body.cancel('x');return r.bodyUsed});
 await p('twice',async()=>{const r=await fetch(o+'/x');await r.text();return r.text()});
 await p('clone',async()=>{const r=await fetch(o+'/x');const c=r.clone();return [await r.text(),await c.text(),c.url===r.url]});
 await p('immut',async()=>{const r=await fetch(o+'/x');r.headers.set('a','b')});
 await p('badjson',async()=>{const r=await fetch(o+'/x');return r.json()});
 await p('clmis',async()=>fetch(o+'/echo',{method:'POST',body:'abc',headers:{'content-length':'5'}}).then(info));
 for(const h of ['transfer-encoding','connection','keep-alive','upgrade','expect','host','content-length','te','trailer','accept-encoding']) await p('hdr '+h,async()=>(await fetch(o+'/echo',{method:'POST',body:'abc',headers:{[h]:'foo'}})).text());
 await p('gen',async()=>(await fetch(o+'/echo',{method:'POST',duplex:'half',body:(async function*(){yield 'a';yield Buffer.from('b')})()})).text());
 await p('genbad',async()=>(await fetch(o+'/echo',{method:'POST',duplex:'half',body:new ReadableStream({start(c){c.enqueue(5);c.close()}})})).text());
 await p('generr',async()=>(await fetch(o+'/echo',{method:'POST',duplex:'half',body:new ReadableStream({pull(c){c.error(new Error('srcerr'))}})})).text());
 await p('fd',async()=>{const f=new FormData();f.append('a','b');f.append('f',new File(['x'],'n.txt',{type:'t/p'}));const j=await (await fetch(o+'/echo',{method:'POST',body:f})).json();return [j.ct.replace(/boundary=.*/,'B'),j.b.replace(/------formdata-[^\r\n]*/g,m=>m.endsWith('--')?'E':'B')]});
 await p('req',async()=>(await fetch(new Request(o+'/echo',{method:'POST',body:'rq',headers:{authorization:'q'}}))).text());
 await p('req2',async()=>{const r=new Request(o+'/echo',{method:'POST',body:'rq'});const x=await (await fetch(r,{headers:{a:'b'}})).text();return [x,r.bodyUsed]});
  await p('post-empty',async()=>(await fetch(o+'/echo',{method:'POST'})).text());
 await p('ref',async()=>(await fetch(o+'/echo',{referrer:'http://foo/bar'})).text());
 console.log((await fetch(o+'/x')).headers.constructor===Headers, fetch.name, fetch.length, String(Object.getOwnPropertyDescriptor(globalThis,'fetch').writable));
 const rr=await fetch(o+'/x'); console.log(rr.bodyUsed, rr.body); const t=rr.text(); console.log(rr.bodyUsed, rr.body.locked); await t; console.log(rr.body);
 s.close();s2.close(); s.closeAllConnections(); s2.closeAllConnections();
}));
