import { expect, it } from 'vitest';
import { deprecationHeaders } from './deprecation.ts';

const link = 'https://tessera.example/moved';

it.each([
  [
    'with an end',
    { since: new Date('2026-11-16T08:00:00.900Z'), sunset: new Date('2028-01-01T00:00:00Z'), link },
    {
      deprecation: '@1794816000',
      sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
      link: '<https://tessera.example/moved>; rel="deprecation"; type="text/html"',
    },
  ],
  [
    'without an end',
    { since: new Date('1970-01-01T00:00:01Z'), sunset: null, link },
    {
      deprecation: '@1',
      link: '<https://tessera.example/moved>; rel="deprecation"; type="text/html"',
    },
  ],
])('the headers of a deprecation %s', (_name, deprecation, headers) => {
  expect(deprecationHeaders(deprecation)).toEqual(headers);
});
