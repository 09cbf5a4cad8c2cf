console.log('evaluated');
throw new Error('on load');
