process.on('uncaughtExceptionMonitor', (error, origin) => console.log(error.message, origin));
const inner = () => { throw new TypeError('thrown at the top'); };
inner();
