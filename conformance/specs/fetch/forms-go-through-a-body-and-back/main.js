'use strict';
(async () => {
  const form = new FormData();
  form.append('a', 'b\nü');
  form.append('a', '');
  form.append('odd "name"\r\n', '--');
  form.append('file', new File(['zz\r\n--'], 'n".txt', { type: 'text/x' }));
  form.append('blob', new Blob([Buffer.from([0, 255, 13, 10])]));
  const response = new Response(form);
  const type = response.headers.get('content-type');
  const boundary = type.slice(type.indexOf('=') + 1);
  console.log(type.replace(boundary, 'BOUNDARY'));
  console.log((await response.clone().text()).replaceAll(boundary, 'BOUNDARY'));
  for (const [name, value] of await response.formData()) {
    if (typeof value === 'string') console.log(JSON.stringify([name, value]));
    else console.log(JSON.stringify([name, value.name, value.type]), await value.bytes());
  }
  const pairs = new Response('a=b+c&a=%C3%BC', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  console.log(await pairs.formData());
  for (const [body, kind] of [['x', 'text/plain'], ['x', 'multipart/form-data'], ['x', `multipart/form-data; boundary=${'b'.repeat(40)}`]]) {
    await new Response(body, { headers: { 'content-type': kind } }).formData().catch((error) => console.log(error.name, error.message));
  }
})();
