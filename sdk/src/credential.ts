/**
 * How the client proves who it is: an API key, or an application of the identity provider with its secret or certificate.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import type { Credential } from '@tessera/client';
 *
 * const key: Credential = { apiKey: process.env.TESSERA_API_KEY ?? '' };
 * const application: Credential = {
 *   tenantId: 'b0000000-0000-4000-8000-000000000001',
 *   clientId: 'c0000000-0000-4000-8000-000000000001',
 *   scope: 'api://c0000000-0000-4000-8000-000000000002/.default',
 *   certificate: {
 *     certificate: readFileSync('certificate.pem', 'utf8'),
 *     privateKey: readFileSync('private-key.pem', 'utf8'),
 *   },
 * };
 * ```
 */
export type Credential =
  | {
      /** A key of an API client: `tsk_…`. */
      readonly apiKey: string;
    }
  | (ApplicationCredential & { readonly clientSecret: string })
  | (ApplicationCredential & {
      /** PEM texts of the certificate and its private key (PKCS #8). */
      readonly certificate: { readonly certificate: string; readonly privateKey: string };
    });

/** An application of the identity provider. */
interface ApplicationCredential {
  /** The directory that has the application. */
  readonly tenantId: string;
  readonly clientId: string;
  /** `api://{apiAppId}/.default` of the service's environment. */
  readonly scope: string;
  /** `https://login.microsoftonline.com` if it is absent. */
  readonly authority?: string;
}
