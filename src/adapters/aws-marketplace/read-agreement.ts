import type { Agreement } from '../../core/marketplace/licences/agreement.ts';
import { readAccountNumber } from '../../core/marketplace/licences/licence-address.ts';
import { membersOf, textOf } from './error-code.ts';
import { readTime } from './read-time.ts';

type Members = Readonly<Record<string, unknown>>;

export interface AgreementPage {
  readonly agreements: readonly Agreement[];
  /** Null on the last page. */
  readonly nextToken: string | null;
}

/** Undefined if it is not a page, or if an agreement cannot be read: a missing one would look ended. */
export function readAgreementPage(members: Members): AgreementPage | undefined {
  const { agreementViewSummaries: items = [], nextToken } = members;
  if (!Array.isArray(items)) return undefined;
  const agreements = items.flatMap((item) => readAgreement(membersOf(item) ?? {}) ?? []);
  if (agreements.length !== items.length) return undefined;
  return { agreements, nextToken: textOf(nextToken) || null };
}

export function readAgreement(members: Members): Agreement | undefined {
  const agreementId = textOf(members.agreementId);
  const status = textOf(members.status).toUpperCase();
  if (agreementId === '' || status === '') return undefined;
  return {
    agreementId,
    account: readAccountNumber(membersOf(members.acceptor)?.accountId) ?? null,
    status,
    acceptedAt: readTime(members.acceptanceTime),
    endsAt: readTime(members.endTime),
  };
}
