'use strict';
console.log(typeof process.getuid(), typeof process.geteuid(), typeof process.getgid(), typeof process.getegid(), Array.isArray(process.getgroups()));
const before = process.umask(0o027);
console.log(process.umask().toString(8), process.umask(before).toString(8));
