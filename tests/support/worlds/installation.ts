import { randomBytes, randomUUID } from 'node:crypto';
import { armour } from '../../../src/core/entitlements/signed/armour.ts';
import { tokenTypes } from '../../../src/core/entitlements/signed/claims.ts';
import { type SigningKey, signCompact, signingKeyFrom } from '../../../src/secrets/ed25519.ts';

/** A place where the partner's application runs, with a key of its own. */
export class Installation {
  readonly name: string;
  readonly key: SigningKey;

  constructor(name = 'Plant 7', seed: Uint8Array = randomBytes(32)) {
    this.name = name;
    this.key = signingKeyFrom(seed);
  }

  requestFile(product: string, now: Date, rest: object = {}): string {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: this.key.x };
    const claims = { iat: seconds(now), jti: randomUUID(), name: this.name, jwk, aud: product, ...rest };
    return armour('REQUEST', signCompact({ typ: tokenTypes.request }, claims, this.key));
  }

  /** @param licence the claims of the licence file */
  usageFile(
    licence: { readonly jti: string; readonly iss: string; readonly aud: string; readonly sub: string },
    now: Date,
    events: readonly unknown[],
    rest: object = {},
  ): string {
    const { jti: lic, iss, aud, sub } = licence;
    const claims = { iat: seconds(now), jti: randomUUID(), lic, iss, aud, sub, seq: 1, events, ...rest };
    return armour('USAGE', signCompact({ typ: tokenTypes.usage }, claims, this.key));
  }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
