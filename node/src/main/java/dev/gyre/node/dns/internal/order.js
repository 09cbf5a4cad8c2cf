'use strict';

// Which addresses come first: the default, for the whole process, from --dns-result-order.

const options = require('internal/options');
const { validateOneOf } = require('internal/validators');

const ORDERS = ['verbatim', 'ipv4first', 'ipv6first']; // in the order of Java's NameLookup.Order

let order;

function getDefaultResultOrder() {
  return order ??= options.get('--dns-result-order') ?? 'verbatim';
}

function setDefaultResultOrder(value) {
  validateOneOf(value, 'dnsOrder', ORDERS);
  order = value;
}

module.exports = { ORDERS, getDefaultResultOrder, setDefaultResultOrder };
