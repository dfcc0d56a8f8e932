/**
 * Prevents SSRF: a partner's endpoint must not be on this machine, in its network, at its cloud's metadata service, or
 * at an address that embeds one of these. Only public unicast addresses are allowed.
 */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'unspecified'
  | 'private'
  | 'link-local'
  | 'shared'
  | 'metadata'
  | 'multicast'
  | 'broadcast'
  | 'documentation'
  | 'wrapped'
  | 'reserved';

/** The first matching range decides, so narrow ranges come first. */
const ranges: readonly (readonly [string, AddressKind])[] = [
  ['169.254.169.254/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', 'wrapped'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['0.0.0.0/0', 'public'],
  ['fd00:ec2::254/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'wrapped'],
  ['::/96', 'wrapped'],
  ['64:ff9b::/96', 'wrapped'],
  ['64:ff9b:1::/48', 'wrapped'],
  ['2001::/32', 'wrapped'],
  ['2001:db8::/32', 'documentation'],
  ['2001::/23', 'reserved'],
  ['2002::/16', 'wrapped'],
  ['3fff::/20', 'documentation'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
  ['2000::/3', 'public'],
  ['::/0', 'reserved'],
];

const mappedVersion4 = networkOf('::ffff:0:0/96');

const table = ranges.map(([range, kind]) => ({ ...networkOf(range), kind }));

/** The kind of the address; undefined for any other text. */
export function addressKind(address: string): AddressKind | undefined {
  const bytes = readAddress(address);
  return bytes && table.find((range) => isWithin(bytes, range))?.kind;
}

/** Whether the service may connect to the address. Development also allows loopback. */
export function isAllowedAddress(address: string, allowsLoopback: boolean): boolean {
  const kind = addressKind(address);
  return kind === 'public' || (allowsLoopback && kind === 'loopback');
}

/** The 4 or 16 bytes of an IP address; undefined for any other text. */
export function readAddress(text: string): readonly number[] | undefined {
  return text.includes(':') ? readVersion6(text) : readVersion4(text);
}

function readVersion4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  const isSound = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part));
  const bytes = parts.map(Number);
  return isSound && bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function readVersion6(text: string): readonly number[] | undefined {
  const [address = ''] = text.split('%', 1);
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => readGroups(half, index === halves.length - 1));
  if (!head) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  if (!tail || head.length + tail.length > 14) return undefined;
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

/** The bytes of colon-separated groups; the last group of the address may be IPv4. */
function readGroups(text: string, isEnd: boolean): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (isEnd && index === groups.length - 1 && group.includes('.')) {
      const last = readVersion4(group);
      if (!last) return undefined;
      bytes.push(...last);
    } else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const number = Number.parseInt(group, 16);
      bytes.push(number >> 8, number & 0xff);
    } else return undefined;
  }
  return bytes;
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
  const groups = Array.from({ length: bytes.length / 2 }, (_, index) =>
    (((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0)).toString(16),
  );
  const address =
    bytes.length === 4 ? bytes.join('.') : new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
  return bits === bytes.length * 8 ? address : `${address}/${bits}`;
}

/** The network with zeros behind its prefix. */
export function withoutHostBits({ bytes, bits }: Network): Network {
  return {
    bits,
    bytes: bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * index)))),
  };
}

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

function networkOf(text: string): Network {
  const network = readNetwork(text);
  if (!network) throw new Error(`${text} is not a network`);
  return network;
}
