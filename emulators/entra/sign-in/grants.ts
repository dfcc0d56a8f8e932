import { randomBytes } from 'node:crypto';

/** The result of a user's sign-in. */
export interface Grant {
  readonly clientId: string;
  readonly tenantId: string;
  /** The user's object id. */
  readonly userId: string;
  readonly scope: string;
  readonly nonce: string | undefined;
  readonly sessionId: string;
  readonly isSinglePage: boolean;
}

interface CodeGrant extends Grant {
  readonly redirectUri: string;
  readonly challenge: string | undefined;
}

type Stored<Kind> = Kind & { readonly expiresAt: Date; readonly isUsed: boolean };

/** Codes and refresh tokens with their grants. */
export interface Grants {
  issueCode(grant: CodeGrant, now: Date): string;
  findCode(code: string): Stored<CodeGrant> | undefined;
  markUsed(code: string): void;
  issueRefreshToken(grant: Grant, now: Date): string;
  findRefreshToken(token: string): Stored<Grant> | undefined;
}

const minute = 60 * 1000;
const codeMilliseconds = 10 * minute;
const refreshMilliseconds = 90 * 24 * 60 * minute;
const maxGrants = 10_000;

export function createGrants(): Grants {
  const codes = new Map<string, Stored<CodeGrant>>();
  const refreshTokens = new Map<string, Stored<Grant>>();

  function store<Kind>(
    grants: Map<string, Stored<Kind>>,
    prefix: string,
    grant: Kind,
    expiresAt: Date,
  ): string {
    const [oldest] = grants.keys();
    if (grants.size >= maxGrants && oldest !== undefined) grants.delete(oldest);
    const name = prefix + randomBytes(48).toString('base64url');
    grants.set(name, { ...grant, expiresAt, isUsed: false });
    return name;
  }

  return {
    issueCode: (grant, now) => store(codes, '1.A', grant, new Date(now.getTime() + codeMilliseconds)),
    findCode: (code) => codes.get(code),
    markUsed(code) {
      const grant = codes.get(code);
      if (grant) codes.set(code, { ...grant, isUsed: true });
    },
    issueRefreshToken: (grant, now) =>
      store(refreshTokens, '1.R', grant, new Date(now.getTime() + refreshMilliseconds)),
    findRefreshToken: (token) => refreshTokens.get(token),
  };
}
