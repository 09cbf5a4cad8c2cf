const object = {};
function read() { return object.__proto__; }
read();
