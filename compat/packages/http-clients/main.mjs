import withServer from './server.js';
import got from 'got';
import axios from 'axios';
import { fetch as undiciFetch, request, MockAgent, setGlobalDispatcher, getGlobalDispatcher } from 'undici';
import nodeFetch, { FormData } from 'node-fetch';
import supertest from 'supertest';
import express from 'express';
await withServer(async (base) => {
  const port = new URL(base).port;
  const print = (...values) => console.log(...values.map((value) => (typeof value === 'string' ? value.replaceAll(port, 'PORT') : value)));
  print(await got.post(`${base}/a`, { json: { b: 1 } }).json(), await got(`${base}/redirect`).json(), await got(`${base}/gzip`).text());
  print(await got(`${base}/fail`, { retry: { limit: 1, backoffLimit: 1 } }).catch((error) => [error.code, error.response.statusCode, error.response.retryCount]));
  for (const adapter of ['http', 'fetch']) {
    const client = axios.create({ baseURL: base, adapter });
    print(adapter, (await client.put('/a', { b: 1 })).data, (await client.get('/redirect')).data, (await client.get('/gzip')).data);
    print(await client.get('/fail').catch((error) => [error.code, error.response.status]));
    const controller = new AbortController();
    const pending = client.get('/a', { signal: controller.signal });
    controller.abort();
    print(await pending.catch((error) => error.code));
  }
  print(await (await undiciFetch(`${base}/a`, { method: 'POST', body: new URLSearchParams({ a: 1 }) })).json());
  print(await (await request(`${base}/gzip`)).body.arrayBuffer().then((bytes) => bytes.byteLength));
  const form = new FormData();
  form.set('x', 'y');
  print((await (await nodeFetch(`${base}/f`, { method: 'POST', body: form })).json()).body.split('\r\n').slice(1, 4));
  const old = getGlobalDispatcher();
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.get('http://mocked.test').intercept({ path: '/x' }).reply(200, 'mocked');
  setGlobalDispatcher(agent);
  print(await (await fetch('http://mocked.test/x')).text());
  setGlobalDispatcher(old);
});
const app = express().use(express.json()).post('/echo', (request, response) => response.status(201).json(request.body));
const answer = await supertest(app).post('/echo').send({ a: [1] }).expect(201);
console.log(answer.body);
