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

export interface Network {
  readonly bytes: readonly number[];
  /** The length of the prefix. */
  readonly bits: number;
}

/** A network in CIDR notation, or an address as the network of itself alone; undefined for any other text. */
export function readNetwork(text: string): Network | undefined {
  const match = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text);
  const bytes = match?.[1] && readAddress(match[1]);
  if (!bytes) return undefined;
  const bits = match[2] === undefined ? bytes.length * 8 : Number(match[2]);
  return bits <= bytes.length * 8 ? { bytes, bits } : undefined;
}

/** Canonical text; an IPv6 address as RFC 5952 writes it. A network of one address has no prefix. */
export function networkText({ bytes, bits }: Network): string {
  const address = ipaddr.fromByteArray([...bytes]).toString();
  return bits === bytes.length * 8 ? address : `${address}/${bits}`;
}

/** The network with zeros behind its prefix. */
export function withoutHostBits({ bytes, bits }: Network): Network {
  return {
    bits,
    bytes: bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * index)))),
  };
}

/** The IPv4 addresses as IPv6 writes them: `::ffff:0:0/96`. */
const mappedVersion4: Network = { bytes: [...Array<number>(10).fill(0), 255, 255, 0, 0, 0, 0], bits: 96 };

/** An IPv4 address or network that is written in IPv6, as a dual-stack socket does, in IPv4. */
export function withoutMapping({ bytes, bits }: Network): Network {
  return bits >= 96 && isWithin(bytes, mappedVersion4)
    ? { bytes: bytes.slice(12), bits: bits - 96 }
    : { bytes, bits };
}

export function isWithin(bytes: readonly number[], range: Network): boolean {
  if (bytes.length !== range.bytes.length) return false;
  const whole = range.bits >> 3;
  for (let index = 0; index < whole; index++) if (bytes[index] !== range.bytes[index]) return false;
  const mask = (0xff00 >> (range.bits & 7)) & 0xff;
  return mask === 0 || ((bytes[whole] ?? 0) & mask) === ((range.bytes[whole] ?? 0) & mask);
}
