const load = async (name) => (await import(name)).default; function where() { return import.meta.url; }
console.log(load.toString(), where.toString(), `${class { static x = import.meta; }}`);
console.log(Function.prototype.toString.toString(), Object.keys(Function.prototype), Function.prototype.toString.name);
