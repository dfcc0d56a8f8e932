/** Whether mistakes of callers are thrown. Bundlers replace the name of the variable; edge workers have none. */
export function isDevelopment(): boolean {
  return typeof process === 'object' && process.env.NODE_ENV !== 'production';
}
