import { describe, expect, it } from 'vitest';
import { readAccountNumber, readLicenceArn, readRegion, readRoleArn } from './licence-address.ts';

const arn = 'arn:aws:license-manager::294406891311:license:l-9d01d15f86334a8894365cd7350556ff';

describe('the ARN of a licence', () => {
  it.each([
    [arn, arn],
    [arn.slice('arn:'.length), arn],
    [`  ${arn}\n`, arn],
    [arn.toUpperCase(), arn],
    [
      'arn:aws-us-gov:license-manager::294406891311:license:l-0a',
      'arn:aws-us-gov:license-manager::294406891311:license:l-0a',
    ],
    [
      'arn:aws:license-manager:us-east-1:294406891311:license:l-0a',
      'arn:aws:license-manager:us-east-1:294406891311:license:l-0a',
    ],
    ['', undefined],
    [null, undefined],
    [7, undefined],
    ['l-9d01d15f86334a8894365cd7350556ff', undefined],
    ['arn:aws:iam::294406891311:role/l-9d01', undefined],
    ['arn:aws:license-manager::29440689131:license:l-9d01', undefined],
    [`${arn}/../x`, undefined],
    [`arn:arn:${arn}`, undefined],
  ])('%s: %s', (text, expected) => {
    expect(readLicenceArn(text)).toBe(expected);
  });
});

it.each([
  ['123456789012', '123456789012'],
  [' 1234-5678-9012 ', '123456789012'],
  ['1234 5678 9012', '123456789012'],
  ['000000000000', '000000000000'],
  ['12345678901', undefined],
  ['1234567890123', undefined],
  ['12345678901a', undefined],
  ['١٢٣٤٥٦٧٨٩٠١٢', undefined],
  [123456789012, undefined],
  [undefined, undefined],
])('the account number %s: %s', (text, expected) => {
  expect(readAccountNumber(text)).toBe(expected);
});

it.each([
  ['us-east-1', 'us-east-1'],
  [' EU-Central-1 ', 'eu-central-1'],
  ['us-gov-west-1', 'us-gov-west-1'],
  ['ap-southeast-12', 'ap-southeast-12'],
  ['us-east', undefined],
  ['us-east-1.evil.example', undefined],
  ['us-east-1/', undefined],
  ['', undefined],
])('the region %s: %s', (text, expected) => {
  expect(readRegion(text)).toBe(expected);
});

it.each([
  ['arn:aws:iam::123456789012:role/tessera', 'arn:aws:iam::123456789012:role/tessera'],
  [' arn:aws:iam::123456789012:role/path/of+it=,.@-_ ', 'arn:aws:iam::123456789012:role/path/of+it=,.@-_'],
  ['arn:aws:iam::123456789012:user/tessera', undefined],
  ['arn:aws:iam::12345678901:role/tessera', undefined],
  ['arn:aws:iam::123456789012:role/', undefined],
  ['arn:aws:iam::123456789012:role/a b', undefined],
])('the role %s: %s', (text, expected) => {
  expect(readRoleArn(text)).toBe(expected);
});
