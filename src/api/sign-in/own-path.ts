declare const own: unique symbol;

/** A path within this service, safe for redirects. */
export type OwnPath = string & { readonly [own]: true };

const anyOrigin = 'http://own.invalid';

/**
 * Browsers read `//elsewhere`, `/\elsewhere` and paths with tabs as other hosts. The URL is normalised, so that the
 * checked text is the used one.
 */
export function readOwnPath(text: string): OwnPath | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  if (origin !== anyOrigin || pathname.startsWith('//')) return undefined;
  return `${pathname}${search}${hash}` as OwnPath;
}
