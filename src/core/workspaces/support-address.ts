import type { ValidationIssue } from '../refusal.ts';

export const maxSupportAddresses = 10;
const longestAddress = 254;

// What mail servers everywhere take: a dot-atom, and a domain of at least two labels, in ASCII.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const addressPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`);

/**
 * Whom support notices are mailed to: each address once, as it was written first. A workspace that has more than the most
 * since before there was a ceiling keeps as many.
 */
export function readSupportAddresses(
  written: readonly string[],
  countBefore = 0,
): { readonly addresses: readonly string[] } | { readonly issues: readonly ValidationIssue[] } {
  const trimmed = written.map((text) => text.trim());
  const issues = trimmed.flatMap((address, index) =>
    address.length <= longestAddress && addressPattern.test(address)
      ? []
      : [{ path: `supportAddresses/${index}`, rule: 'email', message: 'must be an e-mail address' }],
  );
  if (issues.length > 0) return { issues };
  const lowered = trimmed.map((address) => address.toLowerCase());
  const addresses = trimmed.filter((_, index) => lowered.indexOf(lowered[index] ?? '') === index);
  const most = Math.max(maxSupportAddresses, countBefore);
  if (addresses.length > most) {
    const message = `must be at most ${most}`;
    return { issues: [{ path: 'supportAddresses', rule: 'maxItems', message }] };
  }
  return { addresses };
}
