'use strict';

// Converts the records of a response to the result of each kind of query, by the rules of c-ares: which records count, and
// whether no records mean an empty list or an error.
//
// A record is a list: its type, its ttl, its fields (written by Answers.java).

const {
  ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypeSlice, MathMin, ReflectApply, StringPrototypeCharCodeAt,
  Uint8ArrayFrom, joinLists,
} = require('internal/primordials');
const { BADRESP, NODATA } = require('internal/dns/codes');

const TTL = 1;
const VALUE = 2;

const ofType = (records, type) => ArrayPrototypeFilter(records, (record) => record[0] === type);
const values = (records, type) => ArrayPrototypeMap(ofType(records, type), (record) => record[VALUE]);

// An error is represented by its code.
const orNoData = (list) => (list.length === 0 ? NODATA : list);

// ---- objects, with their fields in Node's order

const mx = ({ 2: exchange, 3: priority }) => ({ exchange, priority, type: 'MX' });

const txt = ({ 2: entries }) => ({ entries, type: 'TXT' });

const srv = ({ 2: name, 3: port, 4: priority, 5: weight }) => ({ name, port, priority, weight, type: 'SRV' });

const naptr = (type) => ({ 2: flags, 3: service, 4: regexp, 5: replacement, 6: order, 7: preference }) =>
  ({ flags, service, regexp, replacement, order, preference, type });

const soa = (type) => ({ 2: nsname, 3: hostmaster, 4: serial, 5: refresh, 6: retry, 7: expire, 8: minttl }) => ({
  nsname, hostmaster, serial, refresh: refresh | 0, retry: retry | 0, expire: expire | 0, minttl, type,
});

const tlsa = ({ 2: certUsage, 3: selector, 4: match, 5: data }) => ({
  certUsage, selector, match, data: Uint8ArrayFrom(data, (c) => StringPrototypeCharCodeAt(c, 0)).buffer,
});

const caa = ({ 2: critical, 3: tag, 4: value }) => ({ critical, type: 'CAA', [tag]: value });

const named = (type) => (value) => ({ value, type });

// ---- queries

// The ttl of an address is at most that of the aliases that led to it. c-ares compares them as signed numbers.
function ttlOf(record, records) {
  const shortest = ReflectApply(MathMin, undefined, ArrayPrototypeMap(ofType(records, 'CNAME'), (alias) => alias[TTL] | 0));
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
    return new Addresses(ArrayPrototypeMap(found, (record) => record[VALUE]), ArrayPrototypeMap(found, (record) => ttlOf(record, records)));
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
  return joinLists(
    aliases.length > 0 ? [named('CNAME')(aliases[0])] : ArrayPrototypeMap(ofType(records, 'A'), withTtl('A')),
    ArrayPrototypeMap(ofType(records, 'AAAA'), withTtl('AAAA')),
    ArrayPrototypeMap(ofType(records, 'MX'), mx),
    ArrayPrototypeMap(values(records, 'NS'), named('NS')),
    ArrayPrototypeMap(ofType(records, 'TXT'), txt),
    ArrayPrototypeMap(ofType(records, 'SRV'), srv),
    ArrayPrototypeMap(values(records, 'PTR'), named('PTR')),
    ArrayPrototypeMap(ofType(records, 'NAPTR'), naptr('NAPTR')),
    ArrayPrototypeMap(ArrayPrototypeSlice(ofType(records, 'SOA'), 0, 1), soa('SOA')),
    ArrayPrototypeMap(ofType(records, 'TLSA'), tlsa),
    ArrayPrototypeMap(ofType(records, 'CAA'), caa),
  );
}

// By the name of the query: its type's number, and (records, question) -> result, Addresses or code.
const queries = {
  __proto__: null,
  queryA: { type: 1, read: addresses('A') },
  queryAaaa: { type: 28, read: addresses('AAAA') },
  queryAny: { type: 255, read: any },
  queryCaa: { type: 257, read: (records) => ArrayPrototypeMap(ofType(records, 'CAA'), caa) },
  queryCname: { type: 5, read: canonicalName },
  queryMx: { type: 15, read: (records) => ArrayPrototypeMap(ofType(records, 'MX'), mx) },
  queryNaptr: { type: 35, read: (records) => ArrayPrototypeMap(ofType(records, 'NAPTR'), naptr(undefined)) },
  queryNs: { type: 2, read: (records) => orNoData(values(records, 'NS')) },
  queryPtr: { type: 12, read: (records) => orNoData(values(records, 'PTR')) },
  querySoa: { type: 6, read: (records) => ArrayPrototypeMap(ofType(records, 'SOA'), soa(undefined))[0] ?? BADRESP },
  querySrv: { type: 33, read: (records) => ArrayPrototypeMap(ofType(records, 'SRV'), srv) },
  queryTlsa: { type: 52, read: (records) => ArrayPrototypeMap(ofType(records, 'TLSA'), tlsa) },
  queryTxt: { type: 16, read: (records) => values(records, 'TXT') },
};

// The names of an address: as in c-ares, all names in /etc/hosts but the canonical one.
function hostNames(records) {
  const ofFile = values(records, 'HOSTS');
  return ofFile.length > 0 ? ArrayPrototypeSlice(ofFile, 1) : orNoData(values(records, 'PTR'));
}

module.exports = { Addresses, hostNames, queries };
