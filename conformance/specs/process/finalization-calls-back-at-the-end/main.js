'use strict';
const kept = { name: 'kept' };
const dropped = { name: 'dropped' };
const last = (object, event) => console.log(event, object.name);
process.finalization.register(kept, last);
process.finalization.registerBeforeExit(kept, last);
process.finalization.register(dropped, last);
process.finalization.unregister(dropped);
process.on('exit', () => console.log('exit', dropped.name));
