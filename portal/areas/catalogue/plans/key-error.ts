/** Why a key cannot be added to the matrix; null if it can. */
export function keyError(key: string, used: readonly string[], one: string): string | null {
  if (key === '') return 'Enter the key';
  if (!/^[A-Za-z0-9]+([-_.:][A-Za-z0-9]+)*$/.test(key)) {
    return 'Use letters and digits, and between them single hyphens, underscores, dots or colons';
  }
  return used.includes(key) ? `Another ${one} has this key` : null;
}
