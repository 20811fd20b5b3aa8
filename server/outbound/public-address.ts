import { BlockList, isIP, isIPv6 } from 'node:net';

/** Ranges that are nobody's on the open net (IANA special-purpose registries, RFC 6890). */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, bits, 'ipv4');
}
// Of these, 2001::/23 and 2002::/16 carry addresses of IPv4 inside.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, bits, 'ipv6');
}
/** All that is given out for the open net; the rest, mapped addresses of IPv4 among it, is refused. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the open net: not private, loopback, link-local, shared, reserved or multicast. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv6(address)) return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return !special.check(address, 'ipv4');
}
