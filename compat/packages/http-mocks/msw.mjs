import { setupServer } from 'msw/node';
import { http, HttpResponse } from 'msw';
import axios from 'axios';
import nodeHttp from 'node:http';
const server = setupServer(
  http.get('https://api.test/users/:id', ({ params }) => HttpResponse.json({ id: params.id })),
  http.post('https://api.test/users', async ({ request }) => HttpResponse.text(`made ${(await request.json()).name}`, { status: 201 })),
  http.get('http://api.test/error', () => HttpResponse.error()));
server.listen({ onUnhandledRequest: 'error' });
console.log(await (await fetch('https://api.test/users/7')).json());
console.log((await axios.post('https://api.test/users', { name: 'x' })).data);
await new Promise((resolve) => nodeHttp.get('http://api.test/users/1').on('error', (error) => { console.log(error.message.split('\n')[0]); resolve(); }));
await fetch('http://api.test/error').catch((error) => console.log(error.name));
await new Promise(setImmediate);
server.close();
