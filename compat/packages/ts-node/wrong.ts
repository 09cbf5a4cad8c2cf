const x: number = "text";
console.log(x);
