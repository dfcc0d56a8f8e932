import { describe, expect, it } from 'vitest';
import { formatCount, formatNumber, formatPercent } from '../../portal/parts/format/format-number.ts';
import { unitText } from '../../portal/parts/format/unit-text.ts';
import { formatNumber as formatNumberOfService } from '../../src/core/values/format-number.ts';
import { unitText as unitTextOfService } from '../../src/core/values/unit-text.ts';

/** Portal and service share no code, but must show a number alike. */
describe.each([
  ['portal', formatNumber],
  ['service', formatNumberOfService],
])('the %s formats', (_, format) => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
    [1_000_000_000, '1,000,000,000'],
    [2.5, '2.5'],
    [1_234.5, '1,234.5'],
    [0.001, '0.001'],
    [0.000_001, '0.000001'],
    [999_999_999.999_999, '999,999,999.999999'],
    [-12.25, '-12.25'],
    ['1234567890123456789.000001', '1,234,567,890,123,456,789.000001'],
  ])('%s as %s', (value, text) => {
    expect(format(value)).toBe(text);
  });
});

it.each([
  [0, '0 reports'],
  [1, '1 report'],
  [2, '2 reports'],
  [12_000, '12,000 reports'],
])('counts %d as %s', (count, text) => {
  expect(formatCount(count, 'report')).toBe(text);
});

it.each([
  [0, '0 %'],
  [0.000_9, '0 %'],
  [0.29, '29 %'],
  [0.975, '97.5 %'],
  [2 / 3, '66.6 %'],
  [0.999_99, '99.9 %'],
  [1, '100 %'],
  [1.001, '100.1 %'],
  [12.5, '1,250 %'],
])('shows the part %d as %s', (part, text) => {
  expect(formatPercent(part)).toBe(text);
});

it.each([
  [0, 'report', '0 reports'],
  [1, 'report', '1 report'],
  [15, 'report', '15 reports'],
  [2.5, 'hour', '2.5 hours'],
  [10_000, 'API call', '10,000 API calls'],
  [2, 'query', '2 queries'],
  [2, 'day', '2 days'],
  [2, 'batch', '2 batches'],
  [5, 'GB', '5 GB'],
  [3, 'million rows', '3 million rows'],
])('portal and service show %d of the unit %s as %s', (quantity, unit, text) => {
  expect([unitText(quantity, unit), unitTextOfService(quantity, unit)]).toEqual([text, text]);
});
