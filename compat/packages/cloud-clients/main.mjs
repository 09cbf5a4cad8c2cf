import http from 'node:http';
import OpenAI from 'openai';
import { GetObjectCommand, PutObjectCommand, S3Client, ListObjectsV2Command } from '@aws-sdk/client-s3';
const stored = new Map();
const server = http.createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part)).on('end', () => {
    const body = Buffer.concat(parts);
    const path = request.url.split('?')[0];
    if (path === '/v1/chat/completions') {
      if (!JSON.parse(body).stream) return response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'hello' } }] }));
      response.setHeader('content-type', 'text/event-stream');
      for (const word of ['one ', 'two']) response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: word } }] })}\n\n`);
      return response.end('data: [DONE]\n\n');
    }
    if (request.method === 'PUT') { stored.set(path, body); return response.setHeader('etag', '"x"').end(); }
    if (request.url.includes('list-type')) return response.end('<ListBucketResult><Contents><Key>a</Key><Size>3</Size></Contents></ListBucketResult>');
    if (stored.has(path)) return response.end(stored.get(path));
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });
}).listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const ai = new OpenAI({ baseURL: `${base}/v1`, apiKey: 'k' });
  console.log((await ai.chat.completions.create({ model: 'm', messages: [] })).choices[0].message.content);
  for await (const part of await ai.chat.completions.create({ model: 'm', messages: [], stream: true })) console.log(part.choices[0].delta.content);
  const s3 = new S3Client({ endpoint: base, region: 'x', forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
  await s3.send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'text' }));
  console.log(await (await s3.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }))).Body.transformToString());
  console.log((await s3.send(new ListObjectsV2Command({ Bucket: 'b' }))).Contents);
  await s3.send(new GetObjectCommand({ Bucket: 'b', Key: 'none' })).catch((error) => console.log(error.name));
  server.closeAllConnections();
  server.close();
});
