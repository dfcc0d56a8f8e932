/** Rows that a total counts at most: a list is counted with every page. */
export const totalCeiling = 10_000;

export interface Total {
  readonly count: number;
  /** False: there are more than `count`. */
  readonly isExact: boolean;
}
