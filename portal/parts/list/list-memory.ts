import type { ListSearch } from './list-address.ts';

/** The last filters, order and page of each list in this tab, by path, for the links back to it. */
const searches = new Map<string, object>();

/** An open dialog is not remembered. */
export function rememberList(path: string, { add: _, next: __, ...search }: ListSearch<never>): void {
  // The list that was left last comes last.
  searches.delete(path);
  searches.set(path, search);
}

/** The one of these lists that was open last; the first where none was. */
export function lastList<Path extends string>(paths: readonly [Path, ...Path[]]): Path {
  const known = [...searches.keys()].findLast((one) => paths.some((path) => one.endsWith(path)));
  return paths.find((path) => known?.endsWith(path)) ?? paths[0];
}

/** `path` is below the portal's base path, which the remembered ones may begin with. */
export function rememberedList(path: string): object {
  return [...searches].findLast(([known]) => known.endsWith(path))?.[1] ?? {};
}
