/** Does the work for every item, so many at once. When all have ended, the first failure is thrown. */
export async function atOnce<Item>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const rest = items.values();
  const workThrough = async () => {
    for (const item of rest) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, workThrough));
  if (failures.length > 0) throw failures[0];
}
