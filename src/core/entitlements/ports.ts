import type { ReportedLicences } from './idp-licence.ts';

export type IdpLicenceResponse =
  | ReportedLicences
  | {
      readonly outcome:
        | 'unavailable'
        /** The product has no application, or the identity provider rejects its secret. */
        | 'not-configured'
        /** The customer's tenant has not consented to the application. */
        | 'consent-missing';
    };

export interface IdpLicenceQuery {
  readonly tenantId: string;
  readonly userObjectId: string;
  /** Decides how long the response may be cached. */
  readonly serviceIdentifier: string;
  readonly application: IdpApplication | null;
}

export interface IdpApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Licences that are managed in the customer's directory. */
export interface IdpLicences {
  lookUp(query: IdpLicenceQuery): Promise<IdpLicenceResponse>;
}
