import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, readTimestamp } from './timestamp.ts';

describe('readTimestamp', () => {
  it.each<[string, string, string | undefined]>([
    ['a full hour', '2026-11-15T09:00:00.000Z', '2026-11-15T09:00:00.000Z'],
    ['milliseconds', '2026-11-15T09:30:14.123Z', '2026-11-15T09:30:14.123Z'],
    ['a tenth', '2026-11-15T09:30:14.1Z', '2026-11-15T09:30:14.100Z'],
    ['nine digits, truncated', '2026-11-15T09:59:59.999999999Z', '2026-11-15T09:59:59.999Z'],
    ['without seconds', '2026-11-15T09:59Z', '2026-11-15T09:59:00.000Z'],
    ['lower case', '2026-11-15t09:00:00z', '2026-11-15T09:00:00.000Z'],
    ['an offset of nothing', '2026-11-15T09:00:00+00:00', '2026-11-15T09:00:00.000Z'],
    ['an offset of minus nothing', '2026-11-15T09:00:00-00:00', '2026-11-15T09:00:00.000Z'],
    ['an hour to the east', '2026-11-15T09:00:00+01:00', '2026-11-15T08:00:00.000Z'],
    ['an hour to the west, without seconds', '2026-11-15T09:00-01:00', '2026-11-15T10:00:00.000Z'],
    ['half an hour: India', '2026-11-15T09:29:59.999+05:30', '2026-11-15T03:59:59.999Z'],
    ['three quarters: Nepal', '2026-11-15T00:44:59+05:45', '2026-11-14T18:59:59.000Z'],
    ['into the next year', '2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['into the year before', '2027-01-01T00:59:59+01:00', '2026-12-31T23:59:59.000Z'],
    ['the greatest offset', '2026-11-15T00:00:00+23:59', '2026-11-14T00:01:00.000Z'],
    ['a leap day', '2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
    ['into a leap day', '2028-03-01T00:30:00+01:00', '2028-02-29T23:30:00.000Z'],
    ['a leap day of a century', '2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['the first instant', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['the last instant', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],

    ['a comma before the fraction', '2026-11-15T09:59:59,5Z', undefined],
    ['an offset in hours only', '2026-11-15T09:00:00+01', undefined],
    ['an offset without a colon', '2026-11-15T09:00:00-0130', undefined],
    ['before 1970', '1969-12-31T23:30:00Z', undefined],
    ['of the first century', '0026-11-15T09:30:00Z', undefined],
    ['no leap day', '2026-02-29T00:00:00Z', undefined],
    ['no leap day in that century', '2100-02-29T00:00:00Z', undefined],
    ['the 31st of a month of 30', '2026-11-31T00:00:00Z', undefined],
    ['day 0', '2026-11-00T00:00:00Z', undefined],
    ['day 32', '2026-12-32T00:00:00Z', undefined],
    ['month 0', '2026-00-10T00:00:00Z', undefined],
    ['month 13', '2026-13-10T00:00:00Z', undefined],
    ['hour 24', '2026-11-15T24:00:00Z', undefined],
    ['minute 60', '2026-11-15T09:60:00Z', undefined],
    ['a leap second', '2016-12-31T23:59:60Z', undefined],
    ['an offset of 24 hours', '2026-11-15T09:00:00+24:00', undefined],
    ['an offset of 60 minutes', '2026-11-15T09:00:00+01:60', undefined],
    ['without an offset', '2026-11-15T09:00:00', undefined],
    ['with the name of a zone', '2026-11-15T09:00:00 CET', undefined],
    ['a date only', '2026-11-15', undefined],
    ['an hour only', '2026-11-15T09Z', undefined],
    ['a blank between', '2026-11-15 09:00:00Z', undefined],
    ['blanks around', ' 2026-11-15T09:00:00Z', undefined],
    ['a line after it', '2026-11-15T09:00:00Z\n', undefined],
    ['a fraction without digits', '2026-11-15T09:00:00.Z', undefined],
    ['the basic form', '20261115T090000Z', undefined],
    ['a year of five digits', '+12026-11-15T09:00:00Z', undefined],
    ['as the web writes it', 'Sun, 15 Nov 2026 09:00:00 GMT', undefined],
    ['a count of seconds', '1794733200', undefined],
    ['other digits', '２０２６-11-15T09:00:00Z', undefined],
    ['nothing', '', undefined],
    ['words', 'yesterday', undefined],
    ['ten digits of a fraction', '2026-11-15T09:00:00.0123456789Z', undefined],
    ['a fraction of a minute', '2026-11-15T09:00.5Z', undefined],
    ['year 0', '0000-01-01T00:00:00Z', undefined],
    ['1969 where it is written', '1969-12-31T23:30:00-01:00', undefined],
    ['1969 in UTC', '1970-01-01T00:30:00+01:00', undefined],
    ['10000 in UTC', '9999-12-31T23:30:00-01:00', undefined],
    ['a NUL after it', '2026-11-15T09:00:00Z\0', undefined],
    ['Unicode minus', '2026-11-15T09:00:00−01:00', undefined],
  ])('%s: %j', (_case, text, expected) => {
    expect(readTimestamp(text)?.toISOString()).toBe(expected);
  });

  const anyTime = fc.date({
    min: new Date('1970-01-02T00:00Z'),
    max: new Date('9999-12-30T00:00Z'),
    noInvalidDate: true,
  });

  it('reads the same instant from every offset', () => {
    const anyOffset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(anyTime, anyOffset, (instant, offset) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(offset);
        const text = `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        expect(readTimestamp(text)).toEqual(instant);
        expect(instantOf(instant.toISOString())).toEqual(instant);
      }),
    );
  });

  it('refuses every timestamp that the database would refuse', () => {
    const anyNear = fc
      .tuple(fc.stringMatching(/^[0-9]{4}-[01][0-9]-[0-3][0-9][Tt ][0-9:.]{4,20}[Zz+-]?[0-9:]{0,6}$/))
      .map(([text]) => text);
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyNear), (text) => {
        const read = readTimestamp(text);
        if (read) expect(read.toISOString()).toMatch(/^(19[7-9]\d|[2-9]\d{3})-/);
      }),
    );
  });
});

it('instantOf throws for text that no schema has validated', () => {
  expect(() => instantOf('yesterday')).toThrow('not validated');
});
