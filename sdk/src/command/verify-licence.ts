import { TesseraError } from '../errors.ts';
import { readUnverified } from '../offline/compact-jws.ts';
import type { InstallationKey } from '../offline/ed25519.ts';
import {
  maxTokenLength,
  readEntitlement,
  type SignedEntitlement,
  verifyEntitlement,
} from '../offline/entitlement-claims.ts';
import { tokenOf, verifyLicence } from '../offline/licence-file.ts';
import { type OfflineState, stateAt } from '../offline/licence-state.ts';
import { PinnedKeys, type SigningKeys } from '../offline/pinned-keys.ts';
import { revokedIds } from '../offline/revocation-list.ts';

interface Given {
  readonly licence: string;
  readonly keys: SigningKeys;
  readonly revoked: string | undefined;
  /** Undefined where there is no installation: `bind` is only shown then. */
  readonly installationKey: InstallationKey | undefined;
}

/** Says what a file that counts is worth. Throws `TesseraError` for one that does not. */
export async function verifyFile({ licence, keys: given, revoked, installationKey }: Given): Promise<string> {
  const keys = new PinnedKeys(given);
  const token = tokenOf(licence);
  const { product } = readEntitlement(
    token,
    readUnverified(token, 'tessera-entitlement+jwt', maxTokenLength),
  );
  const rules = { product, issuer: undefined, keys };
  const now = Date.now();
  const signed = installationKey
    ? await verifyLicence(licence, { ...rules, installationKey }, now)
    : await verifyEntitlement(token, rules);
  const isRevoked = revoked !== undefined && (await revokedIds(revoked, signed, keys)).includes(signed.jti);
  const state = stateAt(signed, { now, highest: now, wasSetBack: false, isRevoked });
  const facts = format(signed, state);
  if (state === 'Ended' || state === 'Revoked') {
    throw new TesseraError(
      `The licence file ${signed.jti} ${state === 'Ended' ? 'has ended' : 'is revoked'}: ask for another.\n${facts}`,
    );
  }
  return facts;
}

function format(signed: SignedEntitlement, state: OfflineState): string {
  const { document, bind } = signed;
  const [issued, expires, ends] = [signed.issuedAt, signed.expiresAt, signed.endsAt].map((time) =>
    new Date(time).toISOString(),
  );
  const listed = (items: readonly string[]) => items.join(', ') || '–';
  const rows = [
    ['State', state],
    ['Licence file', signed.jti],
    ['Issuer', signed.issuer],
    ['Product', signed.product],
    ['Tenant', signed.tenantId],
    ['Version', String(signed.version)],
    ['Access', document.accessLevel],
    ['Plans', listed(document.plans.map(({ slug }) => slug))],
    [
      'Capabilities',
      listed(Object.keys(document.capabilities).filter((name) => document.capabilities[name])),
    ],
    ['Limits', listed(Object.entries(document.limits ?? {}).map(([name, value]) => `${name} ${value}`))],
    ['Issued', issued ?? ''],
    ['Expires', `${expires}, then stale until ${ends}, then ${signed.after}`],
    ['Bound to', bind ?? 'no installation'],
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(14)}${value}\n`).join('');
}
