import type { UsageRight } from './idp-licence.ts';

export type IdpLicenceAnswer =
  | {
      readonly outcome: 'reported';
      readonly rights: readonly UsageRight[];
      readonly checkedAt: Date;
      /** The provider is down, and an earlier confirmation stands in for it. */
      readonly stale: boolean;
    }
  | {
      readonly outcome:
        | 'unavailable'
        /** There is no application to ask with, or the provider does not take its secret. */
        | 'not-configured'
        /** The customer's tenant does not know the application, or has not let it read this. */
        | 'consent-missing';
    };

export interface IdpLicenceQuery {
  readonly tenantId: string;
  readonly userObjectId: string;
  /** What the answer is wanted for: it decides how long the answer may be kept. */
  readonly serviceIdentifier: string;
  readonly application: IdpApplication | null;
}

export interface IdpApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Licences that are managed in the customer's own directory. */
export interface IdpLicences {
  lookUp(question: IdpLicenceQuery): Promise<IdpLicenceAnswer>;
}
