type A={a:string|number};export  const f=<T,>(x:T):A=>({a:String(x)})
