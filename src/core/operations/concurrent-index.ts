/** The first line of a migration that is not run in a transaction. */
const noTransaction = /^-- no-transaction\b.*\n/;
const concurrentIndex = /^create (?:unique )?index concurrently if not exists (\w+) on [^;]*;?$/i;

/**
 * The index that a migration builds concurrently; undefined for an ordinary migration. Such a file has this single
 * statement: without a transaction, a second one could be left undone.
 */
export function concurrentIndexIn(text: string): string | undefined {
  if (!noTransaction.test(text)) return undefined;
  const [, index] = concurrentIndex.exec(text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()) ?? [];
  if (index === undefined) {
    throw new Error('a migration without a transaction is one "create index concurrently if not exists"');
  }
  return index.toLowerCase();
}
