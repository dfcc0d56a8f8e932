import type { Retention } from './core/operations/retention.ts';
import type { EncryptionKey } from './secrets/seal.ts';

export interface ServiceSettings {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Port of a separate `/metrics` listener; null: the API's port. 0 chooses a free port. */
  readonly metricsPort: number | null;
  /** Seconds of serving requests after `/health/ready` has turned 503. */
  readonly shutdownDelay: number;
  /** Null: the address it listens on. */
  readonly publicUrl: string | null;
  readonly databaseUrl: string;
  /** How long data that grows is kept. */
  readonly retention: Retention;
  readonly databaseMaxConnections: number;
  readonly redisUrl: string | null;
  readonly idpAuthUrl: string;
  readonly idpApiAppId: string;
  readonly idpGraphUrl: string;
  /** The sign-in application; null: no sign-in. */
  readonly signIn: { readonly clientId: string; readonly clientSecret: string } | null;
  /** Seals secrets at rest. */
  readonly encryptionKey: EncryptionKey;
  /** Contact for vulnerability reports; null: `security@` on the service's own host. */
  readonly securityContact: string | null;
  readonly trustedProxies: readonly string[];
  /** Null: no e-mail is sent; notices stay in the inbox. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** For development: allows webhook endpoints on loopback, over `http`. */
  readonly allowsLocalWebhooks: boolean;
  /** Folder of the built portal; null: no portal. */
  readonly portalFolder: string | null;
  /** Folder of the rendered guides. */
  readonly guidesFolder: string;
  /** Which parts run on this node. */
  readonly nodeRoles: { readonly api: boolean; readonly workers: boolean };
}
