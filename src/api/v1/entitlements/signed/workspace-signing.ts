import { FactsCache, type Liveness } from '../../../../cache/facts-cache.ts';
import type { Change } from '../../../../core/change.ts';
import { tokenTypes } from '../../../../core/entitlements/signed/claims.ts';
import {
  type RevokedFile,
  revocationHour,
  revocationList,
} from '../../../../core/entitlements/signed/revocation-list.ts';
import type { Measurements } from '../../../../core/ports.ts';
import { type SigningKey, signCompact } from '../../../../secrets/ed25519.ts';
import type { PublicKeyRow } from '../../../../storage/entitlements/signed/signing-keys.ts';
import type { TokenSettings } from '../../../../storage/workspaces/workspaces.ts';

/** What a workspace signs with and publishes. */
export class WorkspaceSigning {
  readonly workspaceId: string;
  readonly settings: TokenSettings;
  readonly keys: readonly PublicKeyRow[];
  /** Null: the workspace has signed nothing yet. */
  readonly active: SigningKey | null;
  #list: { readonly hour: number; readonly token: string } | undefined;
  #revoked: readonly RevokedFile[] | undefined;

  constructor(
    workspaceId: string,
    settings: TokenSettings,
    keys: readonly PublicKeyRow[],
    active: SigningKey | null,
  ) {
    this.workspaceId = workspaceId;
    this.settings = settings;
    this.keys = keys;
    this.active = active;
  }

  /** The signed revocation list, made once an hour: strangers ask for it. Undefined without a key. */
  async revocationList(
    issuer: string,
    now: Date,
    load: () => Promise<readonly RevokedFile[]>,
  ): Promise<string | undefined> {
    if (!this.active) return undefined;
    this.#revoked ??= await load();
    const hour = revocationHour(now);
    if (this.#list?.hour !== hour) {
      const claims = revocationList(issuer, this.#revoked, now);
      this.#list = { hour, token: signCompact({ typ: tokenTypes.revoked }, claims, this.active) };
    }
    return this.#list.token;
  }

  /** With the revocation list, once it was asked for. */
  get bytes(): number {
    const files = this.#revoked?.length ?? 0;
    return 4_000 + 1_000 * this.keys.length + 200 * files + (this.#list?.token.length ?? 0);
  }
}

const maxWorkspaces = 5_000;
const maxBytes = 32 * 1024 * 1024;
const key = 'signing';

/** Caches what workspaces sign with, until a change of their settings, keys or revoked files. */
export class WorkspaceSignings {
  readonly #signings: FactsCache<WorkspaceSigning>;

  constructor(liveness: Liveness, measurements: Measurements) {
    this.#signings = new FactsCache({
      name: 'workspace-signing',
      maxEntries: maxWorkspaces,
      maxBytes,
      bytesOf: ({ bytes }) => bytes,
      liveness,
      measurements,
    });
  }

  peek(workspaceId: string): WorkspaceSigning | undefined {
    return this.#signings.peek(workspaceId, key);
  }

  read(
    workspaceId: string,
    load: () => Promise<WorkspaceSigning | undefined>,
  ): Promise<WorkspaceSigning | undefined> {
    return this.#signings.read(workspaceId, key, load);
  }

  weighAgain(signing: WorkspaceSigning): void {
    this.#signings.weighAgain(signing.workspaceId, key, signing);
  }

  evict(workspaceId: string): void {
    this.#signings.evict(workspaceId, key);
  }

  changed(change: Change): void {
    if (change.kind === 'settings') this.evict(change.workspaceId);
  }

  lost(): void {
    this.#signings.clear();
  }
}
