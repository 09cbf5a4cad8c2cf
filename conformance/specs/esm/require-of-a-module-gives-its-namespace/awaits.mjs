console.log('must not run'); const f = async () => await 1; await f();
