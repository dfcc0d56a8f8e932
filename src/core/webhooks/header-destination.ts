import type { ValidationIssue } from '../refusal.ts';
import type { HeaderChanges } from './endpoint.ts';

/**
 * An endpoint that moves to another origin must not keep stored header values, which may be secrets. The signing secret
 * stays: deliveries carry signatures, never the secret.
 */
export function headerDestinationIssues(
  before: { readonly url: string; readonly headerNames: readonly string[] },
  url: string,
  headers: HeaderChanges | undefined,
): readonly ValidationIssue[] {
  if (originOf(before.url) === originOf(url)) return [];
  const unchanged = headers
    ? Object.keys(headers).filter((name) => headers[name] === null)
    : before.headerNames;
  const message =
    'must be entered again when the origin of url changes: a stored value is not sent to another origin';
  return unchanged.map((name) => ({ path: `headers.${name}`, rule: 'required', message }));
}

/** Undefined for an invalid URL. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
