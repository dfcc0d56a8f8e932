import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKind, isAllowedAddress, readAddress } from './network-address.ts';

describe('addressKind', () => {
  it.each([
    ['public', ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0']],
    ['public', ['126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255']],
    ['public', ['172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0']],
    ['public', ['223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001::1', '2001:200::1', '3ffe::1']],
    ['loopback', ['127.0.0.1', '127.0.0.0', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1', '0000::0001']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '0.255.255.255', '::', '0::0']],
    ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.1.1']],
    ['private', ['fc00::', 'fd12:3456::1', 'fdff:ffff::1', 'fec0::1', 'FD00::1']],
    ['link-local', ['169.254.0.0', '169.254.1.1', '169.254.169.253', 'fe80::1', 'febf::1', 'fe80::1%eth0']],
    ['metadata', ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254']],
    ['metadata', ['fd20:ce::254', 'fd00:0ec2:0:0:0:0:0:254']],
    ['shared', ['100.64.0.0', '100.64.0.1', '100.127.255.255']],
    ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1']],
    ['broadcast', ['255.255.255.255']],
    [
      'documentation',
      ['192.0.2.1', '198.51.100.255', '203.0.113.7', '2001:db8::1', '3fff::1', '3fff:fff::1'],
    ],
    ['reserved', ['240.0.0.0', '255.255.255.254', '192.0.0.1', '198.18.0.1', '198.19.255.255']],
    ['reserved', ['2001:2::1', '2001:10::1', '100::1', '4000::1', 'fe00::1', '::1:0:0:0']],
    ['wrapped', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::FFFF:a9fe:a9fe', '::127.0.0.1']],
    [
      'wrapped',
      ['64:ff9b::10.0.0.1', '64:ff9b::808:808', '64:ff9b:1::1', '2002:7f00:1::', '2002:808:808::1'],
    ],
    ['wrapped', ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '192.88.99.1', '::2', '::ff']],
  ])('classifies as %s: %j', (kind, addresses) => {
    expect(addresses.map((address) => [address, addressKind(address)])).toEqual(
      addresses.map((address) => [address, kind]),
    );
  });

  it.each([
    [
      '',
      'localhost',
      'example.com',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '0x7f.0.0.1',
      '2130706433',
    ],
    [
      ' 1.1.1.1',
      '1.1.1.1 ',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      'g::',
      '1.1.1.1::',
    ],
    ['::1.1.1', '::256.1.1.1', '1:2:3:4:5:6:7::8', '[::1]', '::ffff:1.2.3.4:5'],
  ])('rejects %j', (...texts) => {
    expect(texts.map(readAddress)).toEqual(texts.map(() => undefined));
  });
});

const anyByte = fc.nat({ max: 255 });
const anyVersion4 = fc.tuple(anyByte, anyByte, anyByte, anyByte);
const anyVersion6 = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 });

/** Written again in numbers: an implementation independent of the table. */
function isPublicVersion4([a, b, c, d]: readonly number[]): boolean {
  const number = (((a ?? 0) * 256 + (b ?? 0)) * 256 + (c ?? 0)) * 256 + (d ?? 0);
  const forbidden: readonly [from: number, to: number][] = [
    [0x00000000, 0x00ffffff],
    [0x0a000000, 0x0affffff],
    [0x64400000, 0x647fffff],
    [0x7f000000, 0x7fffffff],
    [0xa83f8110, 0xa83f8110],
    [0xa9fe0000, 0xa9feffff],
    [0xac100000, 0xac1fffff],
    [0xc0000000, 0xc00000ff],
    [0xc0000200, 0xc00002ff],
    [0xc0586300, 0xc05863ff],
    [0xc0a80000, 0xc0a8ffff],
    [0xc6120000, 0xc613ffff],
    [0xc6336400, 0xc63364ff],
    [0xcb007100, 0xcb0071ff],
    [0xe0000000, 0xffffffff],
  ];
  return !forbidden.some(([from, to]) => number >= from && number <= to);
}

describe('isAllowedAddress', () => {
  it('allows an IPv4 address exactly when it is public', () => {
    // Half of the addresses are near range boundaries.
    const nearEdges = fc.tuple(
      fc.constantFrom(0, 9, 10, 11, 100, 126, 127, 128, 168, 169, 172, 192, 198, 203, 223, 224, 255),
      fc.constantFrom(0, 15, 16, 18, 19, 31, 32, 51, 63, 64, 88, 127, 128, 168, 254, 255),
      fc.constantFrom(0, 2, 99, 100, 113, 129, 169, 255),
      fc.constantFrom(0, 1, 16, 192, 254, 255),
    );
    fc.assert(
      fc.property(fc.oneof(anyVersion4, nearEdges), (bytes) => {
        expect(isAllowedAddress(bytes.join('.'), false)).toBe(isPublicVersion4(bytes));
      }),
    );
  });

  it('refuses every IPv4 address embedded in IPv6, in any notation', () => {
    const wrappings = [
      (text: string) => `::ffff:${text}`,
      (text: string) => `0:0:0:0:0:FFFF:${text}`,
      (text: string) => `::${text}`,
      (text: string) => `64:ff9b::${text}`,
    ];
    fc.assert(
      fc.property(anyVersion4, fc.constantFrom(...wrappings), (bytes, wrap) => {
        const [a = 0, b = 0, c = 0, d = 0] = bytes;
        const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        expect(isAllowedAddress(wrap(bytes.join('.')), false)).toBe(false);
        expect(isAllowedAddress(wrap(groups), false)).toBe(false);
        expect(isAllowedAddress(`2002:${groups}::`, false)).toBe(false);
      }),
    );
  });

  it('treats every notation of an IPv6 address alike, and allows only global unicast', () => {
    const anyNear = fc.tuple(
      fc.constantFrom(0, 0x2000, 0x2001, 0x2002, 0x3fff, 0x64, 0xfe80, 0xfd00),
      anyVersion6,
    );
    fc.assert(
      fc.property(
        fc.oneof(
          anyVersion6,
          anyNear.map(([first, rest]) => [first, ...rest.slice(1)]),
        ),
        (groups) => {
          const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
          const short = groups.map((group) => group.toString(16)).join(':');
          const folded = short.replace(/(^|:)0(:0)+(:|$)/, '::');
          expect(addressKind(short)).toBe(addressKind(long));
          expect(addressKind(folded)).toBe(addressKind(long));
          expect(addressKind(long.toUpperCase())).toBe(addressKind(long));
          expect(addressKind(long)).toBeDefined();
          if (isAllowedAddress(long, false)) expect((groups[0] ?? 0) >> 13).toBe(1);
        },
      ),
    );
  });

  it('additionally allows only loopback when local addresses are enabled', () => {
    expect(isAllowedAddress('127.0.0.1', true)).toBe(true);
    expect(isAllowedAddress('::1', true)).toBe(true);
    for (const address of ['10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '0.0.0.0', '::', 'localhost']) {
      expect(isAllowedAddress(address, true)).toBe(false);
    }
  });
});
