const fewestDistinctBytes = 12;

/** Whether a key was plainly not drawn at random: 32 random bytes have far more different ones, and no pattern. */
export function isWeakKey(key: Uint8Array): boolean {
  const steps = new Set(key.slice(1).map((byte, index) => byte - (key[index] ?? 0)));
  return new Set(key).size < fewestDistinctBytes || steps.size === 1;
}
