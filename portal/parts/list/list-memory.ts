import type { ListSearch } from './list-address.ts';

/** The last filters, order and page of each list in this tab, by path, for the links back to it. */
const searches = new Map<string, object>();

/** An open dialog is not remembered. */
export function rememberList(path: string, { add: _, next: __, ...search }: ListSearch<never>): void {
  searches.set(path, search);
}

/** `path` is below the portal's base path, which the remembered ones may begin with. */
export function rememberedList(path: string): object {
  return [...searches].findLast(([known]) => known.endsWith(path))?.[1] ?? {};
}
