import { BlockList, isIP, isIPv6 } from 'node:net';

/** Ranges outside the open net (IANA special-purpose registries, RFC 6890). */
const special = {
  ipv4: [
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  ],
  // 2001::/23 and 2002::/16 contain addresses of IPv4.
  ipv6: ['2001::/23 2001:db8::/32 2002::/16 3fff::/20'],
};
const closed = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const)
  for (const range of special[family].join(' ').split(' ')) {
    const [network = '', bits] = range.split('/');
    closed.addSubnet(network, Number(bits), family);
  }
/** All addresses of IPv6 in use on the open net; mapped addresses of IPv4 are outside. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the open net: not private, loopback, link-local, shared, reserved or multicast. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv6(address)) return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
  return !closed.check(address, 'ipv4');
}
