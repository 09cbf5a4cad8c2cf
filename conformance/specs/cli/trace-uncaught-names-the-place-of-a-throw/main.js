setTimeout(() => { throw { a: 1 }; }, 1);
