'use strict';

// From the records of a response to what each kind of query gives, with the rules of c-ares: which records count, and
// when there are none, whether that is an empty list or an error.
//
// A record is a list: its type, its ttl, its fields (Java's Answers writes them).

const { BADRESP, NODATA } = require('internal/dns/codes');

const TTL = 1;
const VALUE = 2;

const ofType = (records, type) => records.filter((record) => record[0] === type);
const values = (records, type) => ofType(records, type).map((record) => record[VALUE]);

// An error is its code.
const orNoData = (list) => (list.length === 0 ? NODATA : list);

// ---- objects, with their fields in Node's order

const mx = ([, , exchange, priority]) => ({ exchange, priority, type: 'MX' });

const txt = ([, , entries]) => ({ entries, type: 'TXT' });

const srv = ([, , name, port, priority, weight]) => ({ name, port, priority, weight, type: 'SRV' });

const naptr = (type) => ([, , flags, service, regexp, replacement, order, preference]) =>
  ({ flags, service, regexp, replacement, order, preference, type });

const soa = (type) => ([, , nsname, hostmaster, serial, refresh, retry, expire, minttl]) => ({
  nsname, hostmaster, serial, refresh: refresh | 0, retry: retry | 0, expire: expire | 0, minttl, type,
});

const tlsa = ([, , certUsage, selector, match, data]) => ({
  certUsage, selector, match, data: Uint8Array.from(data, (c) => c.charCodeAt(0)).buffer,
});

const caa = ([, , critical, tag, value]) => ({ critical, type: 'CAA', [tag]: value });

const named = (type) => (value) => ({ value, type });

// ---- queries

// Addresses live no longer than the aliases that led to them. c-ares compares as signed numbers.
function ttlOf(record, records) {
  const shortest = Math.min(...ofType(records, 'CNAME').map((alias) => alias[TTL] | 0));
  const ttl = record[TTL] | 0;
  return (shortest < ttl ? shortest : ttl) >>> 0;
}

class Addresses {
  constructor(list, ttls) {
    this.list = list;
    this.ttls = ttls;
  }
}

function addresses(type) {
  return (records) => {
    const found = ofType(records, type);
    if (found.length === 0 && ofType(records, 'CNAME').length === 0) return NODATA;
    return new Addresses(found.map((record) => record[VALUE]), found.map((record) => ttlOf(record, records)));
  };
}

function canonicalName(records, question) {
  const aliases = values(records, 'CNAME');
  if (aliases.length > 0) return [aliases[0]];
  return ofType(records, 'A').length > 0 ? [question] : NODATA;
}

function any(records) {
  const aliases = values(records, 'CNAME');
  const withTtl = (type) => (record) =>
    ({ address: record[VALUE], ttl: ttlOf(record, records), type });
  return [
    ...(aliases.length > 0 ? [named('CNAME')(aliases[0])] : ofType(records, 'A').map(withTtl('A'))),
    ...ofType(records, 'AAAA').map(withTtl('AAAA')),
    ...ofType(records, 'MX').map(mx),
    ...values(records, 'NS').map(named('NS')),
    ...ofType(records, 'TXT').map(txt),
    ...ofType(records, 'SRV').map(srv),
    ...values(records, 'PTR').map(named('PTR')),
    ...ofType(records, 'NAPTR').map(naptr('NAPTR')),
    ...ofType(records, 'SOA').slice(0, 1).map(soa('SOA')),
    ...ofType(records, 'TLSA').map(tlsa),
    ...ofType(records, 'CAA').map(caa),
  ];
}

// By the name of the query: its type's number, and (records, question) -> result, Addresses or code.
const queries = {
  __proto__: null,
  queryA: { type: 1, read: addresses('A') },
  queryAaaa: { type: 28, read: addresses('AAAA') },
  queryAny: { type: 255, read: any },
  queryCaa: { type: 257, read: (records) => ofType(records, 'CAA').map(caa) },
  queryCname: { type: 5, read: canonicalName },
  queryMx: { type: 15, read: (records) => ofType(records, 'MX').map(mx) },
  queryNaptr: { type: 35, read: (records) => ofType(records, 'NAPTR').map(naptr(undefined)) },
  queryNs: { type: 2, read: (records) => orNoData(values(records, 'NS')) },
  queryPtr: { type: 12, read: (records) => orNoData(values(records, 'PTR')) },
  querySoa: { type: 6, read: (records) => ofType(records, 'SOA').map(soa(undefined))[0] ?? BADRESP },
  querySrv: { type: 33, read: (records) => ofType(records, 'SRV').map(srv) },
  queryTlsa: { type: 52, read: (records) => ofType(records, 'TLSA').map(tlsa) },
  queryTxt: { type: 16, read: (records) => values(records, 'TXT') },
};

// The names of an address: of /etc/hosts all but the chief one, as c-ares has it.
function hostNames(records) {
  const ofFile = values(records, 'HOSTS');
  return ofFile.length > 0 ? ofFile.slice(1) : orNoData(values(records, 'PTR'));
}

module.exports = { Addresses, hostNames, queries };
