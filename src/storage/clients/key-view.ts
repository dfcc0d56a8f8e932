/** A key of an API client or a service account, for the portal. Keys of service accounts always expire. */
export interface KeyView<Expiry extends Date | null> {
  readonly keyId: string;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Expiry;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export const keyColumns = [
  'key_id',
  'name',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const;

interface KeyRow<Expiry> {
  readonly key_id: string;
  readonly name: string | null;
  readonly created_at: Date;
  readonly expires_at: Expiry;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

export function keyViewOf<Expiry extends Date | null>(row: KeyRow<Expiry>): KeyView<Expiry> {
  return {
    keyId: row.key_id,
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
