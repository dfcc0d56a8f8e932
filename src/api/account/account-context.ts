import type { ApiContext } from '../context.ts';

/** What the customer's pages use. */
export type AccountContext = Pick<
  ApiContext,
  | 'clock'
  | 'database'
  | 'encryptionKey'
  | 'mailsNotices'
  | 'publicUrl'
  | 'randomBytes'
  | 'rateLimiter'
  | 'retention'
  | 'signIn'
  | 'writes'
>;
