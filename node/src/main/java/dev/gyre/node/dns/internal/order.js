'use strict';

// The order of addresses: the default for the whole process, from --dns-result-order.

const options = require('internal/options');
const { validateOneOf } = require('internal/validators');

const ORDERS = ['verbatim', 'ipv4first', 'ipv6first']; // indexes of Java's NameLookup.Order

let order;

function getDefaultResultOrder() {
  return order ??= options.get('--dns-result-order') ?? 'verbatim';
}

// The option is checked when the process starts, whether or not names are looked up.
function checkOption(value) {
  validateOneOf(value, '--dns-result-order', ORDERS);
}

function setDefaultResultOrder(value) {
  validateOneOf(value, 'dnsOrder', ORDERS);
  order = value;
}

module.exports = { ORDERS, checkOption, getDefaultResultOrder, setDefaultResultOrder };
