/**
 * Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, 13.1.2): a list of tags, in which `W/`
 * makes no difference, or `*` for any.
 */
export function namesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const named: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return named.includes(tag.replace(/^W\//, ''));
}

/** The ETag of an editable resource is its revision. */
export function revisionTag({ revision }: { readonly revision: number }): string {
  return `"${revision}"`;
}

/**
 * The revision in `If-Match`, or any (`*`). `W/` is ignored: a compressing proxy adds it to an unchanged revision.
 * Undefined for any other text.
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
