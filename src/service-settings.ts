import type { EncryptionKey } from './secrets/seal.ts';

export interface ServiceSettings {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where `/metrics` is alone; null: on the API's port. 0 takes a free one. */
  readonly metricsPort: number | null;
  /** For how many seconds requests are still answered after `/health/ready` has turned 503. */
  readonly shutdownDelay: number;
  /** Null: the address it listens on. */
  readonly publicUrl: string | null;
  readonly databaseUrl: string;
  readonly databaseMaxConnections: number;
  readonly redisUrl: string | null;
  readonly idpAuthUrl: string;
  readonly idpApiAppId: string;
  readonly idpGraphUrl: string;
  /** The application that people sign in to; null: nobody can. */
  readonly signIn: { readonly clientId: string; readonly clientSecret: string } | null;
  /** Seals secrets at rest. */
  readonly encryptionKey: EncryptionKey;
  /** Whom to tell of a vulnerability; null: `security@` on the own host. */
  readonly securityContact: string | null;
  readonly trustedProxies: readonly string[];
  /** Null: nobody is mailed; notices stay in the inbox. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** Only on a developer's machine: webhook endpoints on loopback, by `http`. */
  readonly allowsLocalWebhooks: boolean;
  /** Where the built portal is; null: it is served by nobody here. */
  readonly portalFolder: string | null;
  /** Which half runs here: what callers ask, or what time brings. */
  readonly halves: { readonly api: boolean; readonly workers: boolean };
}
