export type Credential =
  | { readonly apiKey: string }
  | (ApplicationCredential & { readonly clientSecret: string })
  | (ApplicationCredential & {
      /** PEM texts of the certificate and its private key (PKCS #8). */
      readonly certificate: { readonly certificate: string; readonly privateKey: string };
    });

/** An application of the identity provider. */
export interface ApplicationCredential {
  readonly tenantId: string;
  readonly clientId: string;
  /** `api://{apiAppId}/.default` of the service's environment. */
  readonly scope: string;
  /** `https://login.microsoftonline.com` if it is absent. */
  readonly authority?: string;
}
