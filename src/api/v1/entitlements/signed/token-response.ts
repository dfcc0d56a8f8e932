import { hash } from 'node:crypto';
import { nextEntitlementChangeAt } from '../../../../core/entitlements/entitlement.ts';
import type { EntitlementFacts } from '../../../../core/entitlements/in-force.ts';
import {
  entitlementClaims,
  idOfHash,
  issuerOf,
  tokenGraceSeconds,
  tokenTypes,
} from '../../../../core/entitlements/signed/claims.ts';
import { tokenTimes } from '../../../../core/entitlements/signed/token-times.ts';
import { signCompact } from '../../../../secrets/ed25519.ts';
import type { FastPathBody } from '../../../fast-path/fast-path-response.ts';
import type { WorkspaceSigning } from './workspace-signing.ts';

/** A rendered response with a signed token, valid until the token's step ends or time changes the entitlement. */
export class TokenResponse {
  readonly body: FastPathBody;
  readonly tag: string;
  readonly contentLength: string;
  readonly #signing: WorkspaceSigning;
  readonly #until: number;

  constructor(content: TokenContent, tag: string, signing: WorkspaceSigning, until: number) {
    const text = JSON.stringify(content);
    // A token and timestamps are ASCII.
    this.body = { text, encoding: 'latin1' };
    this.contentLength = String(text.length);
    this.tag = tag;
    this.#signing = signing;
    this.#until = until;
  }

  /** Whether it is the token of this instant, made with the current key and settings of the workspace. */
  isValidAt(now: Date, signing: WorkspaceSigning | undefined): boolean {
    return signing === this.#signing && now.getTime() < this.#until;
  }
}

export interface TokenContent {
  readonly token: string;
  readonly expiresAt: string;
  readonly refreshAfter: string;
}

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** From 0 to 1, by the tenant and the product. */
function spreadOf({ tenantId, product }: EntitlementFacts): number {
  return hash('sha256', `${tenantId} ${product.slug}`, 'buffer').readUInt32BE() / 2 ** 32;
}

/** The token of this instant: every node makes the same. Undefined for a tenant that holds nothing. */
export function signToken(
  facts: EntitlementFacts,
  signing: WorkspaceSigning,
  publicUrl: string,
  now: Date,
): TokenResponse | undefined {
  const { settings, active, workspaceId } = signing;
  if (!active) throw new Error(`The workspace ${workspaceId} has no signing key`);
  const { issuedAt, expiresAt, refreshAfter } = tokenTimes(settings.tokenLifetimeHours, spreadOf(facts), now);
  const claims = entitlementClaims(facts, now, {
    issuer: issuerOf(publicUrl, workspaceId),
    issuedAt,
    expiresAt,
    graceSeconds: tokenGraceSeconds,
    after: settings.afterLicenceEnd,
    mode: 'Connected',
  });
  if (!claims) return undefined;
  // Of all the other claims: time alone can change an entitlement without another version.
  const jti = idOfHash(hash('sha256', JSON.stringify(claims), 'buffer'));
  const token = signCompact({ typ: tokenTypes.entitlement }, { jti, ...claims }, active);
  const content = { token, expiresAt: iso(expiresAt), refreshAfter: iso(refreshAfter) };
  const changesAt = nextEntitlementChangeAt(facts, now)?.getTime() ?? Number.POSITIVE_INFINITY;
  const until = Math.min(refreshAfter * 1_000, changesAt);
  return new TokenResponse(content, `"${jti}.${active.kid}"`, signing, until);
}
