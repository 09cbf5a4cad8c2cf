console.log('third', typeof require, typeof module, this);
