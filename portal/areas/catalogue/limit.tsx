/** A number of a plan, or that it has none. */
export function Limit({ value }: { readonly value: number | null }) {
  return value === null ? 'none' : value.toLocaleString('en-GB');
}
