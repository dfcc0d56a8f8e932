import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkText } from '../network/network-address.ts';
import {
  maxAllowedNetworks,
  parseAllowedNetworks,
  readAllowedNetworks,
  refuseFromElsewhere,
} from './allowed-networks.ts';

describe('the networks that a key may be used from', () => {
  it.each([
    [null, null],
    [[], null],
    [['192.0.2.7'], ['192.0.2.7']],
    [['192.0.2.7/32'], ['192.0.2.7']],
    [
      ['10.0.0.0/8', '0.0.0.0/0'],
      ['10.0.0.0/8', '0.0.0.0/0'],
    ],
    [['2001:DB8:0:0::/32'], ['2001:db8::/32']],
    [['2001:0db8:0:0:1:0:0:1'], ['2001:db8::1:0:0:1']],
    [
      ['::1/128', '::/0'],
      ['::1', '::/0'],
    ],
    // IPv4 in IPv6 is IPv4.
    [
      ['::ffff:192.0.2.7', '::ffff:10.0.0.0/104'],
      ['192.0.2.7', '10.0.0.0/8'],
    ],
    // Each once.
    [['192.0.2.7', '192.0.2.7/32', '::ffff:c000:207'], ['192.0.2.7']],
    [
      Array.from({ length: maxAllowedNetworks }, (_, index) => `10.0.0.${index}`),
      Array.from({ length: maxAllowedNetworks }, (_, index) => `10.0.0.${index}`),
    ],
  ])('%j is %j', (written, expected) => {
    expect(readAllowedNetworks(written)).toEqual(expected);
  });

  it.each([
    ...['', ' ', 'anywhere', '10.0.0.0/', '/8', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/-1', '10.0.0.0/8/8'],
    ...['10.0.0', '010.0.0.0/8', '256.0.0.0/8', ' 10.0.0.0/8', '10.0.0.0-10.0.0.9', '192.0.2.7:443', '10.*'],
    ...['::/129', '1::2::3', 'fe80::1%eth0', '[::1]', '12345::', '10.0.0.0\u0000/8'],
  ])('refuses %j with its path', (text) => {
    expect(readAllowedNetworks(['10.0.0.0/8', text])).toMatchObject({
      code: 'request.validation_failed',
      args: { issues: [{ path: 'allowedNetworks.1', rule: 'network' }] },
    });
  });

  it.each([
    ['10.1.2.3/8', 'write 10.0.0.0/8 for the network, or 10.1.2.3 for the address'],
    ['192.0.2.129/25', 'write 192.0.2.128/25 for the network, or 192.0.2.129 for the address'],
    ['2001:db8::1/32', 'write 2001:db8::/32 for the network, or 2001:db8::1 for the address'],
    ['0.0.0.1/0', 'write 0.0.0.0/0 for the network, or 0.0.0.1 for the address'],
  ])('refuses %s, which has bits beyond its prefix', (text, message) => {
    const refusal = readAllowedNetworks([text]);
    expect(refusal).toMatchObject({ args: { issues: [{ message: expect.stringContaining(message) }] } });
  });

  it('refuses one more than the maximum', () => {
    const written = Array.from({ length: maxAllowedNetworks + 1 }, (_, index) => `10.0.0.${index}`);
    expect(readAllowedNetworks(written)).toMatchObject({
      args: { issues: [{ path: 'allowedNetworks', rule: 'maxItems' }] },
    });
  });
});

describe('a request with the key', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0', true],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.9', false],
    ['::/0', '::ffff:203.0.113.9', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', '192.0.2.7:443', false],
    ['0.0.0.0/0', 'unknown', false],
    ['0.0.0.0/0', '', false],
  ])('key of %s, from %j: %s', (network, address, isAllowed) => {
    const refusal = refuseFromElsewhere(parseAllowedNetworks(['198.51.100.1', network]), address);
    expect(refusal).toEqual(
      isAllowed
        ? undefined
        : expect.objectContaining({ code: 'auth.network_not_allowed', args: { address } }),
    );
  });

  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
  );
  const numberOf = (address: Uint8Array) =>
    address.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

  it('is allowed if, and only if, its address has the prefix, as numbers have it', () => {
    const cases = bytes.chain((network) =>
      fc.tuple(
        fc.constant(network),
        fc.integer({ min: 0, max: network.length * 8 }),
        // An address that differs in one bit, or any.
        fc.oneof(
          fc.integer({ min: 0, max: network.length * 8 - 1 }).map((bit) => {
            const other = network.slice();
            other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
            return other;
          }),
          fc.uint8Array({ minLength: network.length, maxLength: network.length }),
          fc.constant(network),
        ),
      ),
    );
    fc.assert(
      fc.property(cases, ([network, bits, address]) => {
        const beyond = BigInt(network.length * 8 - bits);
        const isInside = numberOf(network) >> beyond === numberOf(address) >> beyond;
        const textOf = (of: Uint8Array, prefix = of.length * 8) =>
          networkText({ bytes: [...of], bits: prefix });
        const refusal = refuseFromElsewhere(parseAllowedNetworks([textOf(network, bits)]), textOf(address));
        expect(refusal === undefined).toBe(isInside);
      }),
    );
  });

  it('a list that was read is read as itself', () => {
    fc.assert(
      fc.property(fc.array(bytes, { minLength: 1, maxLength: 5 }), (addresses) => {
        const texts = addresses.map((of) => networkText({ bytes: [...of], bits: of.length * 8 }));
        const read = readAllowedNetworks(texts);
        expect(readAllowedNetworks(read as string[])).toEqual(read);
      }),
    );
  });
});
