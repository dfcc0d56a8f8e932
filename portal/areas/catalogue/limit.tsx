/** The value of a limit, or unlimited. */
export function Limit({ value }: { readonly value: number | null }) {
  return value === null ? 'none' : value.toLocaleString('en-GB');
}
