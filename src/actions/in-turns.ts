/** So many items are worked on before other requests get their turn. */
const itemsInOneTurn = 10;

/** Works on each item in order, and lets the event loop turn between a few of them. */
export async function inTurns<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsInOneTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    work(item);
  }
}
