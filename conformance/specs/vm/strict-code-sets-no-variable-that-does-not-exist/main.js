'use strict';

// Interpreted, and after V8 has optimized the code, also where it has put one function into another of another mode.
const vm=require('vm');
function outcome(source, object={}) { const ctx=vm.createContext(object); try { return [vm.runInContext(source,ctx), Object.keys(object).filter(k=>k.length>2).join()] } catch(e){ return String(e) } }
const N=8000;
const R=(body,pre='')=>`${pre};(function(){ const seen={}; for(let i=0;i<${N};i++){ let r; try { r=String((${body})(i)) } catch(e){ r=e.name+':'+e.message.slice(0,60) } seen[r]=(seen[r]||0)+1 } return JSON.stringify(seen) })()`;
const F=(f)=>`const fn=${f}; ${R('fn')}`;
const cases={
 strictUndeclared:F(`function(i){'use strict'; undef1=i; return 'set'}`),
 sloppyUndeclared:F(`function(i){ undef1=i; delete globalThis.undef1; return 'set'}`),
 strictInlinedInSloppy:`function s(i){'use strict'; undef1=i; return 'set'}; ${F(`function(i){ return s(i) }`)}`,
 sloppyInlinedInStrict:`function s(i){ undef1=i; return delete globalThis.undef1 }; ${F(`function(i){'use strict'; return s(i) }`)}`,
 both:`function s(i){ sl1=i; return delete globalThis.sl1 }; function t(i){'use strict'; st1=i; } ${F(`function(i){ try{t(i)}catch(e){return e.name+s(i)} return 'no' }`)}`,
 strictProp:F(`function(i){'use strict'; globalThis.ppp=i; delete globalThis.ppp; return 'set'}`),
 strictThis:F(`(function(g){return function(i){'use strict'; g.ppp=i; delete g.ppp; return 'set'}})(this)`),
 strictKeyed:F(`function(i){'use strict'; globalThis['k'+(i%7)+'x']=i; delete globalThis['k'+(i%7)+'x']; return 'set'}`),
 strictProto:F(`function(i){'use strict'; const o=Object.create(globalThis); o.ppp=i; return 'ppp' in globalThis}`),
 strictReflect:F(`function(i){'use strict'; Reflect.set(globalThis,'ppp',i); return delete globalThis.ppp}`),
 strictAssign:F(`function(i){'use strict'; Object.assign(globalThis,{ppp:i}); return delete globalThis.ppp}`),
 strictDeclared:`var ddd=0; ${F(`function(i){'use strict'; ddd=i; return 'set'}`)}`,
 strictOfObject:[F(`function(i){'use strict'; ooo=i; return 'set'}`),{ooo:1}],
 strictReadonly:[F(`function(i){'use strict'; rrr=i; return 'set'}`),Object.defineProperty({},'rrr',{value:1,configurable:true})],
 sloppyReadonly:[F(`function(i){ rrr=i; return rrr}`),Object.defineProperty({},'rrr',{value:1,configurable:true})],
 strictGetter:[F(`function(i){'use strict'; ggg=i; return ggg}`),{get ggg(){return 5}}],
 strictSetter:[F(`function(i){'use strict'; sss=i; return 'set'}`),{set sss(v){}}],
 strictBuiltinWrite:F(`function(i){'use strict'; Array=Array; return 'set'}`),
 strictUndefined:F(`function(i){'use strict'; undefined=1; return 'set'}`),
 strictWith:F(`function(i){ with({}) { wwww=i } return delete globalThis.wwww }`),
 strictEval:F(`function(i){'use strict'; eval('eee=1'); return 'set'}`).replace(N,200),
 strictTypeof:F(`function(i){'use strict'; typeof tt; tt+=1; return 'set'}`),
 strictDestructure:F(`function(i){'use strict'; [dd1]=[i]; return 'set'}`),
 strictForOf:F(`function(i){'use strict'; for(ff of [1]); return 'set'}`),
 strictLogical:F(`function(i){'use strict'; globalThis.lll=0; lll||=5; return delete globalThis.lll}`),
 classField:F(`function(i){ class A { static x=(cc1=i) } return 'set'}`).replace(N,2000),
 arrow:F(`(()=>{'use strict'; return i=>{aa1=i; return 1}})()`),
 asyncf:F(`function(i){'use strict'; let r='none'; (async()=>{ as1=i })().catch(()=>{}); return 'as1' in globalThis }`).replace(N,3000),
 gen:F(`function(i){'use strict'; function*g(){ gg1=i } try{ g().next() }catch(e){ return e.name } return 'set' }`).replace(N,3000),
 callback:F(`function(i){'use strict'; try { [1].forEach(()=>{ cb1=i }) } catch(e){ return e.name } return 'set' }`),
 topStrict:`'use strict'; try { tops=1 } catch(e) { e.name }`,
 topSloppy:`topx=1; delete globalThis.topx`,
 topLoop:`'use strict'; let c=0; for(let i=0;i<${N};i++){ try { topl=i } catch { c++ } } c`,
 topLoopSloppy:`var c=0; for(var i=0;i<${N};i++){ topl=i; if(delete globalThis.topl) c++ } c`,
 deletedLater:`var1=1; ${F(`function(i){'use strict'; if(i==5000) delete globalThis.var1; var1=i; return 'set'}`)}`,
 prepared:`Error.prepareStackTrace=()=>'mine'; ${F(`function(i){'use strict'; undef1=i; return 'set'}`)}`,
 limit0:`Error.stackTraceLimit=0; ${F(`function(i){'use strict'; undef1=i; return 'set'}`)}`,
};
for(const [n,c] of Object.entries(cases)) console.log(n, ...(Array.isArray(c)?outcome(...c):[outcome(c)].flat()));
Error.prepareStackTrace=(e,s)=>'frames '+s.length; Error.stackTraceLimit=2;
for(const n of ['strictUndeclared','sloppyUndeclared','sloppyInlinedInStrict']) console.log(n, outcome(cases[n]));
console.log(Error.stackTraceLimit, new Error('x').stack);
