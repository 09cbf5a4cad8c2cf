'use strict';

const { BlockList, SocketAddress } = require('net');

const tried = (what) => {
  try {
    return what();
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};

const list = new BlockList();
const show = (label, answer) => console.log(label, answer, list.size, list.rules);

list.addAddress('1.1.1.1');
show('once', list.addAddress('1.1.1.1'));
list.addRange('1.1.1.0', '1.1.1.5');
show('twice', list.addRange('1.1.1.0', '1.1.1.5'));
list.addSubnet('10.0.0.7', 8);
show('subnets', list.addSubnet('10.0.0.0', 8));
show('another text', list.removeSubnet('10.0.0.9', 8));
show('the same text', list.removeSubnet('10.0.0.0', 8));
list.removeAddress('1.1.1.1');
show('still in a range', list.check('1.1.1.1'));
show('one of two', list.removeRange('1.1.1.0', '1.1.1.5'));
show('nothing there', tried(() => list.removeRange('9.9.9.9', '1.1.1.1')));
show('clear', list.clear());

list.addAddress('1.2.3.4');
show('an IPv4 address within IPv6', list.removeAddress('::ffff:1.2.3.4', 'ipv6'));
show('many', list.addAddresses(['1.1.1.1', new SocketAddress({ address: '1.1.1.1', port: 3 })]));
for (const args of [[['4.4.4.4', 'x']], [['4.4.4.4', 5]], ['x'], [[], 5], [['1.1.1.1'], 'foo']]) {
  show('many', tried(() => list.addAddresses(...args)));
}

list.clear();
for (const cidr of ['10.0.0.0/8', '::/0', '10.0.0.0', '10.0.0.0/', '/8', '10.0.0.0/33', '::/129', '10.0.0.0/-1', '10.0.0.0/8x',
  '10.0.0.0/08', '10.0.0.0/8/8', 'x/8', 'fe80::1%lo/10', '', '1.2.3.4/3.5', '01.2.3.4/8', 5, undefined]) {
  console.log(cidr, tried(() => list.addCIDR(cidr)), list.size, tried(() => list.removeCIDR(cidr)), list.size);
}
show('none of them', tried(() => list.addCIDRs(['1.0.0.0/8', 'x'])));
show('none of them', tried(() => list.addCIDRs(['1.0.0.0/8', 4])));
show('all of them', tried(() => list.addCIDRs(BlockList.PRIVATE_RANGES)));
console.log(Object.isFrozen(BlockList.PRIVATE_RANGES), ['127.9.9.9', '11.0.0.1'].map((address) => list.check(address)));
for (const [address, family] of [['fe80::1%lo', 'ipv6'], ['1.1.1.1', 'foo'], ['xx'], ['::1'], ['127.0.0.1', 'IPV4'], ['127.1']]) {
  console.log(address, family, list.check(address, family));
}

list.clear();
show('the wrong way round', tried(() => list.addRange('1.1.1.5', '1.1.1.1')));
for (const data of [1, null, [1], '1', '"x"', '{}', 'nojson', ['Address: IPv4 1.1.1.999'], ['Subnet: IPv4 1.1.1.9/99']]) {
  show('from JSON', tried(() => list.fromJSON(data)));
}
list.fromJSON(['xx Address: IPv4 2.2.2.2', 'Subnet: IPv4 1.2.3.0/24 x', 'Range: IPv6 ::1-::5', 'Subnet: IPv6 ::/8', 'none']);
show('from JSON', list);

const copy = structuredClone(list);
console.log(copy instanceof BlockList, copy === list, copy.size);
copy.addAddress('7.7.7.7');
console.log(list.check('7.7.7.7'), [[[list]]]);
list.clear();
console.log(copy.size);
console.log(structuredClone(new SocketAddress({ address: '::1', family: 'ipv6', port: 5, flowlabel: 7 })));

list.addSubnet('::ffff:1.0.0.0', 104, 'ipv6');
console.log(['1.2.3.4', '2.2.3.4'].map((address) => list.check(address)));

// An address that is added again keeps its place; a range or a subnet is there twice then.
const twice = new BlockList();
for (const address of ['1.1.1.1', '9.9.9.9', '1.1.1.1']) twice.addAddress(address);
for (const start of ['2.0.0.1', '3.0.0.1', '2.0.0.1']) twice.addRange(start, '4.0.0.1');
for (const network of ['5.0.0.0', '6.0.0.0', '5.0.0.0']) twice.addSubnet(network, 8);
console.log(twice.rules, twice.size);
twice.removeAddress('1.1.1.1');
twice.removeRange('2.0.0.1', '4.0.0.1');
twice.removeSubnet('5.0.0.0', 8);
console.log(twice.rules, twice.size);
