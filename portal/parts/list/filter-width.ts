/** Characters that half a narrow screen has room for. */
const maxHalf = 14;

/** The width of a filter: a long choice gets the room that it needs. Six characters are for the icons. */
export function filterWidth(chosen: string | undefined, width: string) {
  const length = chosen?.length ?? 0;
  return length > maxHalf
    ? { base: '100%', sm: `min(100%, max(${width}, ${length + 6}ch))` }
    : { base: 'calc(50% - 0.375rem)', sm: width };
}
