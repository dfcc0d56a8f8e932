export interface Clock {
  /** Milliseconds since 1970, for people and other processes. */
  readonly wall: () => number;
  /** For ages: it stands still while the system's clock is set back, and follows when that is set forward. */
  readonly steady: () => number;
}

export function createClock(wall: () => number): Clock {
  let offset = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    wall,
    steady() {
      const time = wall() + offset;
      if (time < last) offset += last - time;
      else last = time;
      return last;
    },
  };
}
