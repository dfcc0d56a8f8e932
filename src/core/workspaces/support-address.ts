import type { ValidationIssue } from '../refusal.ts';

export const maxSupportAddresses = 10;
const maxAddressLength = 254;

// The form that all mail servers accept: a dot-atom and a domain of at least two labels, in ASCII.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const addressPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`);

export function isMailAddress(text: string): boolean {
  return text.length <= maxAddressLength && addressPattern.test(text);
}

/**
 * Trims and deduplicates the support addresses. A workspace that had more than the maximum before the limit existed may
 * keep that number.
 */
export function readSupportAddresses(
  written: readonly string[],
  countBefore = 0,
): { readonly addresses: readonly string[] } | { readonly issues: readonly ValidationIssue[] } {
  const trimmed = written.map((text) => text.trim());
  const issues = trimmed.flatMap((address, index) =>
    isMailAddress(address)
      ? []
      : [{ path: `supportAddresses/${index}`, rule: 'email', message: 'must be an e-mail address' }],
  );
  if (issues.length > 0) return { issues };
  const lowered = trimmed.map((address) => address.toLowerCase());
  const addresses = trimmed.filter((_, index) => lowered.indexOf(lowered[index] ?? '') === index);
  const limit = Math.max(maxSupportAddresses, countBefore);
  if (addresses.length > limit) {
    const message = `must have at most ${limit} addresses`;
    return { issues: [{ path: 'supportAddresses', rule: 'maxItems', message }] };
  }
  return { addresses };
}
