/** The last filters, order and page of each list in this tab, by path, for the links back to it. */
const searches = new Map<string, object>();

export function rememberList(path: string, search: object): void {
  searches.set(path, search);
}

export const rememberedList = (path: string): object => searches.get(path) ?? {};
