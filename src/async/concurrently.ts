/** Does the work for every item with limited concurrency. When all have ended, throws the first failure. */
export async function concurrently<Item>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const rest = items.values();
  const workThrough = async () => {
    for (const item of rest) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, workThrough));
  if (failures.length > 0) throw failures[0];
}
