'use strict';
// Keys with parts that are missing, of the wrong type, out of range, or that do not belong together.
const crypto = require('crypto');

const EC = {
  kty: 'EC', crv: 'P-256', x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM', d: '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE',
};
const RSA = {
  kty: 'RSA',
  n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1WlUzewbgBHod5pcM9H95GQRV3JDXboIRROSBigeC5yjU1hGzHHyXss8UDprecbAYxknTcQkhslANGRUZmdTOQ5qTRsLAt6BTYuyvVRdhS8exSZEy_c4gs_7svlJJQ4H9_NxsiIoLwAEk7-Q3UXERGYw_75IDrGA84-lA_-Ct4eTlXHBIY2EaV7t7LjJaynVJCpkv4LKjTTAumiGUIuQhrNhZLuF_RJLqHpM2kgWFLU7-VTdL1VbC2tejvcI2BlMkEpk1BzBZI0KQB0GaDWFLN-aEAw3vRw',
  e: 'AQAB',
  d: 'VFCWOqXr8nvZNyaaJLXdnNPXZKRaWCjkU5Q2egQQpTBMwhprMzWzpR8Sxq1OPThh_J6MUD8Z35wky9b8eEO0pwNS8xlh1lOFRRBoNqDIKVOku0aZb-rynq8cxjDTLZQ6Fz7jSjR1Klop-YKaUHc9GsEofQqYruPhzSA-QgajZGPbE_0ZaVDJHfyd7UUBUKunFMScbflYAAOYJqVIVwaYR5zWEEceUjNnTNo_CVSj-VvXLO5VZfCUAVLgW4dpf1SrtZjSt34YLsRarSb127reG_DUwg9Ch-KyvjT1SkHgUWRVGcyly7uvVGRSDwsXypdrNinPA4jlhoNdizK2zF2CWQ',
  p: '9gY2w6I6S6L0juEKsbeDAwpd9WMfgqFoeA9vEyEUuk4kLwBKcoe1x4HG68ik918hdDSE9vDQSccA3xXHOAFOPJ8R9EeIAbTi1VwBYnbTp87X-xcPWlEPkrdoUKW60tgs1aNd_Nnc9LEVVPMS390zbFxt8TN_biaBgelNgbC95sM',
  q: 'uKlCKvKv_ZJMVcdIs5vVSU_6cPtYI1ljWytExV_skstvRSNi9r66jdd9-yBhVfuG4shsp2j7rGnIio901RBeHo6TPKWVVykPu1iYhQXw1jIABfw-MVsN-3bQ76WLdt2SDxsHs7q7zPyUyHXmps7ycZ5c72wGkUwNOjYelmkiNS0',
  dp: 'w0kZbV63cVRvVX6yk3C8cMxo2qCM4Y8nsq1lmMSYhG4EcL6FWbX5h9yuvngs4iLEFk6eALoUS4vIWEwcL4txw9LsWH_zKI-hwoReoP77cOdSL4AVcraHawlkpyd2TWjE5evgbhWtOxnZee3cXJBkAi64Ik6jZxbvk-RR3pEhnCs',
  dq: 'o_8V14SezckO6CNLKs_btPdFiO9_kC1DsuUTd2LAfIIVeMZ7jn1Gus_Ff7B7IVx3p5KuBGOVF8L-qifLb6nQnLysgHDh132NDioZkhH7mI7hPG-PYE_odApKdnqECHWw0J-F0JWnUd6D2B_1TvF9mXA2Qx-iGYn8OVV1Bsmp6qU',
  qi: 'eNho5yRBEBxhGBtQRww9QirZsB66TrfFReG_CcteI1aCneT0ELGhYlRlCtUkTRclIfuEPmNsNDPbLoLqqCVznFbvdB7x-Tl-m0l_eFTj2KiqwGqE9PZB9nNTwMVvH3VRRSLWACvPnSiwP8N5Usy-WRXS-V7TbpxIhvepTfE0NNo',
};
const OKP = {
  kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
};
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const text = (bytes) => Buffer.from(bytes).toString('base64url');
const number = (value, bytes = 32) => text(Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex'));
const filled = (bytes, value = 0) => text(Buffer.alloc(bytes, value));
const longer = (value, byte = 0) => text(Buffer.concat([Buffer.from([byte]), Buffer.from(value, 'base64url')]));

const CHANGES = [
  [EC, [
    {}, { d: text([0]) }, { d: '' }, { d: filled(32) }, { d: text([1]) }, { d: number(ORDER) }, { d: number(ORDER + 1n) },
    { d: number(ORDER - 1n) }, { d: longer(EC.d) }, { d: filled(33, 1) }, { d: filled(100, 255) }, { d: filled(31, 1) },
    { d: filled(32, 1) }, { d: 5 }, { d: null }, { d: undefined },
    { x: filled(32, 1) }, { x: text([0]), y: text([0]) }, { x: longer(EC.x) }, { x: longer(EC.x, 1) }, { x: filled(31, 1) },
    { x: '' }, { x: filled(32, 255) }, { x: undefined }, { y: undefined }, { x: 5 }, { x: '!!!', y: '***' },
    { crv: 'P-257' }, { crv: 5 }, { crv: undefined }, { crv: 'P-384' }, { crv: 'secp256k1' },
    { kty: undefined }, { kty: 5 }, { kty: 'XX' }, { kty: 'ec' }, { kty: 'RSA' }, { kty: 'OKP' },
  ]],
  [RSA, [
    {}, { d: undefined }, { p: 'AQ' }, { p: RSA.q, q: RSA.p }, { n: 'AA' }, { n: 'AQ' }, { n: '' }, { n: undefined }, { n: 5 },
    { e: undefined }, { p: undefined }, { dp: undefined }, { qi: undefined }, { d: 5 }, { oth: [{}] }, { kty: 'EC' },
  ]],
  [OKP, [
    {}, { d: filled(32) }, { d: 'AA' }, { d: '' }, { d: 5 }, { d: undefined }, { x: filled(32) }, { x: 'AA' },
    { x: undefined }, { x: 5 }, { crv: 'X25519' }, { crv: 'X' }, { crv: undefined },
  ]],
];

const told = (error) => `${error.name} | ${error.code} | ${error.message}`;

function attempt(name, body) {
  try {
    console.log(`  ${name}`, body());
  } catch (error) {
    console.log(`  ${name}`, told(error));
  }
}

for (const [base, changes] of CHANGES) {
  for (const change of changes) {
    const key = { ...base, ...change };
    console.log(base.kty, JSON.stringify(change, (_, value) => (value === undefined ? 'undefined' : value)));
    attempt('private', () => crypto.createPrivateKey({ key, format: 'jwk' }).export({ format: 'jwk' }));
    attempt('public', () => crypto.createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' }));
    if (key.d !== undefined) attempt('sign', () => crypto.sign(base === OKP ? null : 'sha256', 'x', { key, format: 'jwk' }).length > 0);
  }
}
for (const key of [null, 'x', [], {}]) {
  attempt(JSON.stringify(key), () => crypto.createPrivateKey({ key, format: 'jwk' }).type);
  attempt(JSON.stringify(key), () => crypto.createPublicKey({ key, format: 'jwk' }).type);
}
