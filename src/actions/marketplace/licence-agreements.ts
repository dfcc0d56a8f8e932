import type { SellerAccount } from '../../core/marketplace/connections/kinds.ts';
import type { FulfilmentResponse } from '../../core/marketplace/fulfilment-service.ts';
import {
  type Agreement,
  endOfAgreementAt,
  pairWithAgreements,
} from '../../core/marketplace/licences/agreement.ts';
import { type LicenceService, lacksRight } from '../../core/marketplace/licences/licence-service.ts';
import type { Licence } from '../../core/marketplace/licences/licence-subscription.ts';
import type { Clock } from '../../core/ports.ts';
import type { Database } from '../../storage/database.ts';
import { findKnownAgreements, listOpenLicences, saveLicence } from '../../storage/marketplace/licences.ts';

interface Surroundings {
  readonly database: Database;
  readonly clock: Clock;
}

type Seller = LicenceService<SellerAccount>;

/** Agreements that are no longer active are read one by one; the next comparison reads the rest. */
const maxReads = 100;

/**
 * Compares the licences without a contract with the agreements, for events that were lost: a licence ends with its agreement,
 * and begins with one that certainly is its own. False: the seller's account does not grant the rights.
 */
export async function compareAgreements(
  seller: Seller,
  account: SellerAccount,
  { database, clock }: Surroundings,
): Promise<FulfilmentResponse<boolean>> {
  const { source } = account;
  const open = (await listOpenLicences(database, source)).filter(
    ({ isContract, endedAt }) => !isContract && endedAt === null,
  );
  if (open.length === 0) {
    return decided(await seller.tryRight(account, 'SearchAgreements', ''));
  }
  const active = new Map<string, Agreement>();
  for await (const page of seller.listActiveAgreements(account)) {
    if (page.outcome !== 'answered') return decided(page);
    for (const agreement of page.value) active.set(agreement.agreementId, agreement);
  }
  const gone = open.filter(({ agreementId }) => agreementId !== null && !active.has(agreementId));
  for (const licence of gone.slice(0, maxReads)) {
    const read = await seller.getAgreement(account, licence.agreementId ?? '');
    if (read.outcome === 'unavailable') return decided(read);
    // An unknown agreement says nothing.
    const endedAt = read.outcome === 'answered' ? endOfAgreementAt(read.value, clock.now()) : null;
    if (endedAt) await saveLicence(database, source, { ...named(licence), endedAt }, clock.now());
  }
  const untold = open.filter(({ agreementId, activeAt }) => agreementId === null && activeAt === null);
  const accounts = new Set(untold.map(({ account: number }) => number));
  const candidates = [...active.values()].filter(({ account: number }) => accounts.has(number ?? ''));
  const known = await findKnownAgreements(
    database,
    source,
    candidates.map(({ agreementId }) => agreementId),
  );
  const unknown = candidates.filter(({ agreementId }) => !known.has(agreementId));
  for (const { licence, agreement } of pairWithAgreements(untold, unknown)) {
    const { agreementId, acceptedAt } = agreement;
    const seen = { ...named(licence), agreementId, activeAt: acceptedAt ?? clock.now() };
    await saveLicence(database, source, seen, clock.now());
  }
  return { outcome: 'answered', value: true };
}

const named = ({ licence, productCode, account }: Licence) => ({ licence, productCode, account });

function decided(response: FulfilmentResponse<unknown>): FulfilmentResponse<boolean> {
  if (response.outcome === 'answered') return { outcome: 'answered', value: true };
  return lacksRight(response) ? { outcome: 'answered', value: false } : response;
}
