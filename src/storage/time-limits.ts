/** What a connection is for. */
export type WorkKind = 'read' | 'write' | 'background' | 'health' | 'long';

export interface TimeLimits {
  /** Set on the server: how long a statement may run, wait for a lock, or leave its transaction idle. */
  readonly statement: number;
  readonly lock: number;
  readonly idleInTransaction: number;
  /** Kept by this side, for when the server cannot be heard: a little longer than the server takes to give up. */
  readonly answer: number;
  /** How long opening a new connection may take. */
  readonly connection: number;
  /** How long to wait until a connection is free, while others get theirs and statements succeed. */
  readonly queue: number;
}

/**
 * In milliseconds. Statements are bounded in rows, so seconds are plenty; all but `long` end early enough for a node to
 * recover within ten seconds of a network that swallowed its connections. A transaction whose client was swallowed holds its
 * locks, an idempotency key among them, until it has been idle for too long. `long` is for commands that somebody waits for.
 */
export const timeLimits: Readonly<Record<WorkKind, TimeLimits>> = {
  read: {
    statement: 4_000,
    lock: 2_000,
    idleInTransaction: 7_000,
    answer: 5_000,
    connection: 3_000,
    queue: 10_000,
  },
  write: {
    statement: 6_000,
    lock: 3_000,
    idleInTransaction: 7_000,
    answer: 7_000,
    connection: 3_000,
    queue: 10_000,
  },
  background: {
    statement: 6_000,
    lock: 3_000,
    idleInTransaction: 7_000,
    answer: 7_000,
    connection: 5_000,
    queue: 10_000,
  },
  health: {
    statement: 1_500,
    lock: 1_000,
    idleInTransaction: 5_000,
    answer: 2_000,
    connection: 1_500,
    queue: 1_500,
  },
  long: {
    statement: 60_000,
    lock: 10_000,
    idleInTransaction: 60_000,
    answer: 65_000,
    connection: 5_000,
    queue: 60_000,
  },
};
