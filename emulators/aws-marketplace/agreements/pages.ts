interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/**
 * One page of a list; undefined when the size or the token is not valid.
 *
 * @param hasEmptyPages an empty page, with a token, comes before every page.
 */
export function pageOf<Item>(
  items: readonly Item[],
  size: unknown,
  most: number,
  token: unknown,
  hasEmptyPages = false,
): Page<Item> | undefined {
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1 || size > most) return undefined;
  const place = token === undefined || token === null ? { start: 0, isAfterEmpty: false } : readToken(token);
  if (!place) return undefined;
  const { start, isAfterEmpty } = place;
  if (hasEmptyPages && !isAfterEmpty) return { items: [], next: tokenOf(start, true) };
  const end = start + size;
  return { items: items.slice(start, end), next: end < items.length ? tokenOf(end, false) : undefined };
}

function tokenOf(start: number, isAfterEmpty: boolean): string {
  return Buffer.from(`${start}${isAfterEmpty ? ' after an empty page' : ''}`).toString('base64url');
}

function readToken(token: unknown) {
  const text = Buffer.from(String(token), 'base64url').toString('utf8');
  const [, start, after] = /^(\d{1,6})( after an empty page)?$/.exec(text) ?? [];
  return start === undefined ? undefined : { start: Number(start), isAfterEmpty: after !== undefined };
}
