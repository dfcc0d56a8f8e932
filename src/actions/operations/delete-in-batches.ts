const maxBatch = 1_000;

/** Repeats a statement that deletes up to a number of rows, until none are left. Returns how many were deleted. */
export async function deleteInBatches(deleteSome: (most: number) => Promise<number>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteSome(maxBatch);
    deleted += count;
    if (count < maxBatch) return deleted;
  }
}
