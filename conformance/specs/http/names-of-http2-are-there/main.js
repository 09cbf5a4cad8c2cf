'use strict';
// Programs that speak HTTP/1 only look at them all the same.
console.log(Object.keys(require('http2')).join(' '));
console.log(require('http2').constants);
const https = require('https');
const agent = new https.Agent({ keepAlive: true, maxSockets: 3 });
console.log(agent instanceof require('http').Agent, agent.defaultPort, agent.protocol, agent.maxSockets);
