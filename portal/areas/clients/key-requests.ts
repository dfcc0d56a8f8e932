/** A new key: its secret is shown once. */
export interface IssuedKey {
  readonly keyId: string;
  readonly secret: string;
}

export interface KeySettings {
  readonly name: string | null;
  /** Null: from anywhere. */
  readonly allowedNetworks: string[] | null;
}

interface NewKey extends KeySettings {
  readonly expiresAt: string | null;
}

/** Requests about the keys of one owner. */
export interface KeyRequests {
  issue(key: NewKey): Promise<IssuedKey>;
  rotate(keyId: string, overlapHours: number, expiresAt: string | null): Promise<IssuedKey>;
  change(keyId: string, settings: KeySettings): Promise<unknown>;
  revoke(keyId: string): Promise<unknown>;
}
