/** A new key: its secret is shown once. */
export interface IssuedKey {
  readonly keyId: string;
  readonly secret: string;
}

interface NewKey {
  readonly name: string | null;
  readonly expiresAt: string | null;
}

/** Requests about the keys of one owner. */
export interface KeyRequests {
  issue(key: NewKey): Promise<IssuedKey>;
  rotate(keyId: string, overlapHours: number, expiresAt: string | null): Promise<IssuedKey>;
  rename(keyId: string, name: string | null): Promise<unknown>;
  revoke(keyId: string): Promise<unknown>;
}
