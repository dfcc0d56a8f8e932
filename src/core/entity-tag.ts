/**
 * Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, 13.1.2): a list of tags, in which `W/`
 * makes no difference, or `*` for any.
 */
export function namesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const named: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return named.includes(tag.replace(/^W\//, ''));
}

/** What is edited counts its changes; its tag is the count. */
export function revisionTag({ revision }: { readonly revision: number }): string {
  return `"${revision}"`;
}

/**
 * The revision that `If-Match` names, or any (`*`). `W/` makes no difference: a proxy that packs an answer puts it
 * there, and the revision is the same. Undefined for what was never a tag of ours.
 */
export function readRevisionTag(ifMatch: string): number | 'any' | undefined {
  const written = ifMatch.trim();
  if (written === '*') return 'any';
  const revision = /^(?:W\/)?"(\d{1,9})"$/.exec(written)?.[1];
  return revision === undefined ? undefined : Number(revision);
}

export function isCurrent({ revision }: { readonly revision: number }, expected: number | 'any'): boolean {
  return expected === 'any' || expected === revision;
}
