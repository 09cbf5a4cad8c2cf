import nock from 'nock';
import axios from 'axios';
import https from 'node:https';
nock.disableNetConnect();
nock('https://api.test').get('/a').query({ q: 1 }).reply(200, { a: 1 }, { 'x-b': 'c' }).post('/b', { x: 1 }).reply(201, 'made').get('/late').delay(20).reply(200, 'late').get('/broken').replyWithError('broken');
const answer = await axios.get('https://api.test/a?q=1');
console.log(answer.data, answer.headers['x-b']);
console.log(await (await fetch('https://api.test/b', { method: 'POST', body: JSON.stringify({ x: 1 }), headers: { 'content-type': 'application/json' } })).text());
https.get('https://api.test/late', (response) => response.setEncoding('utf8').on('data', console.log).on('end', async () => {
  await axios.get('https://api.test/broken').catch((error) => console.log(error.message));
  await axios.get('https://other.test/').catch((error) => console.log(error.code));
  console.log(nock.isDone());
}));
