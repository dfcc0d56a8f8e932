/**
 * Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, 13.1.2): a list of tags, in which `W/`
 * makes no difference, or `*` for any.
 */
export function namesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const named: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return named.includes(tag.replace(/^W\//, ''));
}
