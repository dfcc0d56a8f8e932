/** The kind of work that a connection serves. */
export type WorkKind = 'read' | 'write' | 'background' | 'health' | 'long';

export interface TimeLimits {
  /** Server-side timeouts of a statement, of a lock wait, and of an idle transaction. */
  readonly statement: number;
  readonly lock: number;
  readonly idleInTransaction: number;
  /** Client-side timeout for a server that does not answer; a little longer than the server's own. */
  readonly answer: number;
  /** Timeout of opening a connection. */
  readonly connection: number;
  /** Timeout of waiting for a free connection, while others get theirs and statements succeed. */
  readonly queue: number;
}

/**
 * In milliseconds. Statements are bounded in rows, so seconds are plenty. All but `long` end early enough for a node to
 * recover within ten seconds of a network partition. The locks of a lost transaction, an idempotency key among them,
 * are held until the idle timeout. `long` is for commands.
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
