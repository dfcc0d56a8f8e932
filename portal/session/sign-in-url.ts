import { servicePath } from '../base-path.ts';

/** Starts sign-in at the identity provider; it returns to the page. */
export function signInUrl(page: string, loginHint?: string): string {
  const query = new URLSearchParams({ returnTo: `/portal${page}`, ...(loginHint && { loginHint }) });
  return `${servicePath}/api/admin/v1/sign-in?${query}`;
}
