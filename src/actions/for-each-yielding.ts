/** Items per turn of the event loop. */
const itemsPerTurn = 10;

/** Works on each item in order and yields to the event loop between batches. */
export async function forEachYielding<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    work(item);
  }
}
