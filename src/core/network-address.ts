import ipaddr from 'ipaddr.js';

/**
 * Prevents SSRF: a partner's endpoint must not be on this machine, in its network, at its cloud's metadata service, or
 * at an address that embeds one of these. Only public unicast addresses are allowed. The first kind with a matching
 * range decides.
 */
const ranges = {
  metadata: [
    '169.254.169.254/32',
    '168.63.129.16/32',
    '100.100.100.200/32',
    '192.0.0.192/32',
    'fd00:ec2::254/128',
    'fd20:ce::254/128',
  ],
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  shared: ['100.64.0.0/10'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  wrapped: [
    '192.88.99.0/24',
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2001::/32',
    '2002::/16',
  ],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  broadcast: ['255.255.255.255/32'],
  reserved: ['192.0.0.0/24', '198.18.0.0/15', '240.0.0.0/4', '2001::/23'],
  public: ['0.0.0.0/0', '2000::/3'],
};
const table = Object.fromEntries(
  Object.entries(ranges).map(([kind, texts]) => [kind, texts.map((text) => ipaddr.parseCIDR(text))]),
);

/** The kind of the address; undefined for any other text. */
export function addressKind(text: string): string | undefined {
  const address = parse(text);
  return address && ipaddr.subnetMatch(address, table, 'reserved');
}

/** Whether the service may connect to the address. Development also allows loopback. */
export function isAllowedAddress(address: string, allowsLoopback: boolean): boolean {
  const kind = addressKind(address);
  return kind === 'public' || (allowsLoopback && kind === 'loopback');
}

/** The 4 or 16 bytes of an IP address; undefined for any other text. */
export function readAddress(text: string): readonly number[] | undefined {
  return parse(text)?.toByteArray();
}

/** The library also reads octal and hexadecimal parts, and fewer than four, which other programs understand differently. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const end = text.slice(text.lastIndexOf(':') + 1);
  if ((end === text || end.includes('.')) && !ipaddr.IPv4.isValidFourPartDecimal(end)) return undefined;
  return ipaddr.isValid(text) ? ipaddr.parse(text) : undefined;
}
