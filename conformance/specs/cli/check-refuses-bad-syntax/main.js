console.log('never');
if (true {
