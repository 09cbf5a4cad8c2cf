const http=require('http');
let n=0;
const s=http.createServer((q,r)=>{const u=new URL(q.url,'http://x');n++;
 if(u.pathname==='/204'){r.writeHead(204);return r.end()}
 if(u.pathname==='/html'){r.setHeader('content-type','text/html');return r.end('x')}
 if(u.pathname==='/redir'){r.writeHead(302,{location:'/ev'});return r.end()}
 console.log(' req',u.pathname,JSON.stringify([q.headers.accept,q.headers['cache-control'],q.headers['last-event-id'],q.headers['sec-fetch-mode']]));
 r.writeHead(200,{'content-type':'text/event-stream; charset=utf-8'});
 if(u.pathname==='/ev'){r.write('\ufeff: comment\nretry: 50\ndata: one\n\ndata:two\r\ndata: 2b\r\n\r\nevent: foo\rdata: three\rid: 7\r\rda');setTimeout(()=>{r.write('ta: spl\u00e9it\nunknown: x\n\n');r.write('data\n\nid: 8\0\ndata: nul\n\ndata: never');r.end()},20);return}
 r.end();
});
s.listen(0,async()=>{const o=`http://127.0.0.1:${s.address().port}`;
 const run=(path,max=99)=>new Promise(d=>{console.log('==',path);const e=new EventSource(o+path);console.log(e.readyState,e.withCredentials,e.url.replace(/\d{4,}/,'P'));let k=0;let errs=0;
 const done=()=>{e.close();console.log('closed',e.readyState);d()};
 e.onopen=v=>console.log('open',v.type,e.readyState);const m=v=>{console.log(v.type,JSON.stringify(v.data),v.lastEventId,v.origin.replace(/\d{4,}/,'P'));if(++k===max)done()};e.onmessage=m;e.addEventListener('foo',m);
 e.onerror=v=>{console.log('error',v.constructor.name,e.readyState);if(e.readyState===2||++errs===2)done()}});
 await run('/ev');await run('/204');await run('/html');
 for(const f of [()=>new EventSource(),()=>new EventSource('nope'),])try{f();console.log('ok')}catch(e){console.log(e.name,e.message)}
 console.log(Object.getOwnPropertyNames(EventSource.prototype).sort().join(),Object.keys(EventSource).join(),EventSource.length,EventSource.CONNECTING,EventSource.OPEN,EventSource.CLOSED);
 s.close();s.closeAllConnections();
});
