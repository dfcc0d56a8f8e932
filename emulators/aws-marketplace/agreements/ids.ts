import { randomBytes } from 'node:crypto';

const letters = '0123456789abcdefghijklmnopqrstuvwxyz';

function someLetters(count: number): string {
  return [...randomBytes(count)].map((byte) => letters[byte % letters.length]).join('');
}

export const newAgreementId = () => `agmt-${someLetters(24)}`;
export const newOfferId = () => `offer-${someLetters(13)}`;
export const newCustomerIdentifier = () => someLetters(11);

/** The account in it is AWS's. */
export const newLicenseArn = () =>
  `arn:aws:license-manager::294406891311:license:l-${randomBytes(16).toString('hex')}`;
