/**
 * A licence at AWS is the key of a purchase: one account may hold several licences of a product. The account in its ARN
 * belongs to AWS, not to the buyer or the seller.
 */
export type LicenceArn = string & { readonly of: 'licence' };

const licenceArn = /^(?:arn:)?(aws[a-z-]*:license-manager:[a-z0-9-]*:\d{12}:license:l-[0-9a-z]{1,64})$/i;

/** The ARN in lower case with its prefix, which some responses omit; undefined for any other text. */
export function readLicenceArn(text: unknown): LicenceArn | undefined {
  const [, rest] = (typeof text === 'string' && licenceArn.exec(text.trim())) || [];
  return rest === undefined ? undefined : (`arn:${rest.toLowerCase()}` as LicenceArn);
}

/** The number of an AWS account: 12 digits, which people group by blanks or hyphens; undefined for any other text. */
export function readAccountNumber(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const digits = text.trim().replaceAll(/[\s-]/g, '');
  return /^\d{12}$/.test(digits) ? digits : undefined;
}

/** In place of the number of an account whose customer was erased. No account has it. */
export const erasedAccount = '000000000000';

export const defaultRegion = 'us-east-1';

/** A region's name is part of the address that is called; undefined for any other text. */
export function readRegion(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return /^[a-z]{2}(-[a-z]{2,16}){1,3}-\d{1,2}$/.test(name) ? name : undefined;
}

const roleArn = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/;

/** The role of the seller's account that Tessera assumes; undefined for any other text. */
export function readRoleArn(text: string): string | undefined {
  const name = text.trim();
  return roleArn.test(name) ? name : undefined;
}
