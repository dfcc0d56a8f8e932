import type { ValidationIssue } from '../refusal.ts';
import type { HeaderChanges } from './endpoint.ts';

/**
 * The issues with a change of an endpoint's origin that would take stored header values along. Headers that are dropped
 * need no value. The signing secret stays: deliveries carry signatures, never the secret.
 */
export function headerDestinationIssues(
  before: { readonly url: string; readonly headerNames: readonly string[] },
  url: string,
  headers: HeaderChanges | undefined,
): readonly ValidationIssue[] {
  if (originOf(before.url) === originOf(url)) return [];
  const kept = headers ? Object.keys(headers).filter((name) => headers[name] === null) : before.headerNames;
  const message =
    'must be entered again with another origin of url: a stored value is not sent to another origin';
  return kept.map((name) => ({ path: `headers.${name}`, rule: 'required', message }));
}

/** Undefined for text that is no web address: it equals no stored origin. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
