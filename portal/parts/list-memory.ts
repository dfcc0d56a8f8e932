/** The last filters, order and page of each list in this tab, by path, for the links back to it. */
const searches = new Map<string, object>();

export function rememberList(path: string, search: object): void {
  searches.set(path, search);
}

/** `path` is below the portal's base path, which the remembered ones may begin with. */
export function rememberedList(path: string): object {
  return [...searches].findLast(([known]) => known.endsWith(path))?.[1] ?? {};
}
