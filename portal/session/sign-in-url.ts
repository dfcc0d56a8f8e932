import { servicePath } from '../base-path.ts';

interface Account {
  readonly loginHint?: string;
  /** Shows the account picker, also to somebody who is signed in. */
  readonly account?: 'choose';
}

/** Starts sign-in at the identity provider; it returns to the page. */
export function signInUrl(page: string, account: Account = {}): string {
  const query = new URLSearchParams({ returnTo: `/portal${page}`, ...account });
  return `${servicePath}/api/admin/v1/sign-in?${query}`;
}
