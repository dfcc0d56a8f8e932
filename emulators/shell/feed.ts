/** Follows what is maintained elsewhere. */
export interface Feed {
  /** Called before each request, so that the emulator sells what is for sale at that moment. */
  refresh(): Promise<void>;
}

/** @param follow reads what is for sale, and registers what has changed. */
export function createFeed(follow: () => Promise<void>): Feed {
  // One after the other: an older answer must not replace a newer one.
  let last = Promise.resolve();
  return {
    refresh() {
      // While the offers cannot be read, the known ones are sold.
      last = last.then(follow).catch(() => {});
      return last;
    },
  };
}
