console.log('never');
