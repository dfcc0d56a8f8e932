import type { UsageEvent } from '../types.ts';
import { armour } from './armour.ts';
import { signToken } from './compact-jws.ts';
import type { InstallationKey } from './ed25519.ts';

/** What one file may have: the service takes 4 MB, with the claims beside the events. */
export const maxUsageEvents = 10_000;
export const maxUsageBytes = 3_900_000;

/** The licence file under which the usage was made. */
export interface UsageLicence {
  readonly jti: string;
  readonly issuer: string;
  readonly product: string;
  readonly tenantId: string;
}

interface UsageFile {
  readonly key: InstallationKey;
  readonly licence: UsageLicence;
  readonly jti: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly events: readonly UsageEvent[];
  readonly now: number;
}

/** As it is in the file. */
function filed({ id, dimension, quantity = 1, occurredAt, uniqueKey }: UsageEvent) {
  return { id, dimension, quantity, occurredAt, ...(uniqueKey !== undefined && { uniqueKey }) };
}

/** Base64url takes four characters for three bytes, and every line has an end. */
export const usageBytes = (event: UsageEvent) =>
  Math.ceil(((new TextEncoder().encode(JSON.stringify(filed(event))).length + 1) * 4 * 65) / (3 * 64));

/** The text of a usage file, signed by the installation. */
export async function usageFile({ key, licence, jti, sequence, events, now }: UsageFile): Promise<string> {
  const claims = {
    iat: Math.floor(now / 1_000),
    jti,
    lic: licence.jti,
    iss: licence.issuer,
    aud: licence.product,
    sub: licence.tenantId,
    seq: sequence,
    events: events.map(filed),
  };
  return armour('USAGE', await signToken('tessera-usage+jwt', claims, key));
}
