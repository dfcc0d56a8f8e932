/** Requests about the keys of one owner. Issuing and rotating return the new secret. */
export interface KeyRequests {
  issue(expiresAt: string | null): Promise<string>;
  rotate(keyId: string, overlapHours: number, expiresAt: string | null): Promise<string>;
  revoke(keyId: string): Promise<unknown>;
}
