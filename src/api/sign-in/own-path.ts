declare const own: unique symbol;

/** An address within this service: nobody can be sent anywhere else by it. */
export type OwnPath = string & { readonly [own]: true };

const anyOrigin = 'http://own.invalid';

/**
 * Browsers read `//elsewhere`, `/\elsewhere` and addresses with tabs in them as other hosts, and everything is
 * written anew by the same rules, so that what was checked is what is used.
 */
export function readOwnPath(text: string): OwnPath | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  if (origin !== anyOrigin || pathname.startsWith('//')) return undefined;
  return `${pathname}${search}${hash}` as OwnPath;
}
