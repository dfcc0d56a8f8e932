import { TesseraConfigurationError } from '../errors.ts';
import type { ProductName } from '../names.ts';
import type { Store, StoredEntitlement } from '../types.ts';
import type { SignedEntitlement } from './entitlement-claims.ts';
import { type LicenceRules, verifyLicence } from './licence-file.ts';
import { OfflineEntitlement } from './offline-entitlement.ts';
import { PinnedKeys } from './pinned-keys.ts';
import { LicenceRefused } from './refusal.ts';
import type { Offline, OfflineEvent, OfflineOptions } from './types.ts';

const names: Record<keyof OfflineOptions, 1> = {
  product: 1,
  licence: 1,
  keys: 1,
  issuer: 1,
  installationKey: 1,
  store: 1,
  journal: 1,
  revoked: 1,
  onEvent: 1,
  now: 1,
};

/**
 * Verifies a licence file and answers from it, without the service. Throws `LicenceRefused` if there is no file that counts, also
 * none in the store. Afterwards nothing throws: `onEvent` is told.
 *
 * @example
 * ```ts
 * import { openOffline, type SigningKeys } from '@tessera/client/offline';
 *
 * export async function start(licence: string, keys: SigningKeys): Promise<void> {
 *   const offline = await openOffline({ product: 'aqueduct', licence, keys });
 *   console.log(offline.can('scheduling'), offline.limit('pipelines'), offline.state); // true 25 Active
 * }
 * ```
 */
export async function openOffline<Product extends ProductName = ProductName>(
  options: OfflineOptions<Product>,
): Promise<Offline<Product>> {
  const rules = readOptions(options);
  const { licence, store, journal, revoked, now = Date.now } = options;
  const tell = (event: OfflineEvent) => {
    try {
      options.onEvent?.(event);
    } catch {
      // A listener never stops the application.
    }
  };
  const stored = await storedFiles(store, rules, tell);
  const latestStored = stored.toSorted((one, other) => other.highest - one.highest)[0];
  let inForce: SignedEntitlement | undefined;
  let refusal: LicenceRefused | undefined;
  try {
    // A clock that was set back is no reason to refuse a file that counted before.
    inForce = await verifyLicence(licence, rules, Math.max(now(), latestStored?.highest ?? 0));
  } catch (error) {
    if (!(error instanceof LicenceRefused)) throw error;
    refusal = error;
  }
  const known = inForce ? stored.find(({ signed }) => signed.tenantId === inForce?.tenantId) : latestStored;
  if (!inForce && !known) throw refusal;
  if (refusal) tell({ type: 'refused', error: refusal });
  const entitlement = new OfflineEntitlement({
    signed: known?.signed ?? (inForce as SignedEntitlement),
    highest: latestStored?.highest ?? Number.NEGATIVE_INFINITY,
    rules,
    store,
    journal,
    tell,
    now,
    usesTimers: options.now === undefined,
  });
  if (known && inForce) entitlement.offer(inForce);
  const lists = [known?.revocationList, revoked].filter((list) => list !== undefined);
  for (const list of lists) await entitlement.applyRevocationList(list);
  entitlement.start();
  // The names of a catalogue are a matter of types.
  return entitlement as Offline as Offline<Product>;
}

function readOptions(options: OfflineOptions): LicenceRules {
  const given: OfflineOptions = Object(options);
  const unknown = Object.keys(given).find((name) => !(name in names));
  if (unknown !== undefined) {
    throw new TesseraConfigurationError(
      `There is no option "${unknown}": use ${Object.keys(names).join(', ')}.`,
    );
  }
  const { product, issuer, installationKey, keys } = given;
  if (typeof product !== 'string' || product === '') {
    throw new TesseraConfigurationError(`product is "${product}": use the slug of your product.`);
  }
  return { product, issuer, installationKey, keys: new PinnedKeys(keys) };
}

interface StoredFile {
  readonly signed: SignedEntitlement;
  readonly highest: number;
  readonly revocationList: string | undefined;
}

/** The files of the store that count here. They are verified as if they were given: whoever can write the store is not trusted. */
async function storedFiles(
  store: Store | undefined,
  rules: LicenceRules,
  tell: (event: OfflineEvent) => void,
): Promise<readonly StoredFile[]> {
  const entries = await store?.load().catch((error: unknown) => tell({ type: 'error', error }));
  const files = await Promise.all((entries ?? []).map((entry) => storedFile(entry, rules)));
  return files.filter((file) => file !== undefined);
}

async function storedFile(entry: StoredEntitlement, rules: LicenceRules): Promise<StoredFile | undefined> {
  const { token, confirmedAt, revocationList, product } = Object(entry) as Partial<StoredEntitlement>;
  if (product !== rules.product || typeof token !== 'string' || !Number.isFinite(confirmedAt))
    return undefined;
  try {
    const signed = await verifyLicence(token, rules, Number.POSITIVE_INFINITY);
    return { signed, highest: confirmedAt ?? 0, revocationList };
  } catch {
    return undefined;
  }
}
