import type { DatabaseTrial, TrialNode } from '../worlds/database-trial.ts';

/** A database fault with a start and an end. */
export interface DatabaseFault {
  readonly name: string;
  /** Whether callers must notice it: a short or slow fault may end before any request. */
  readonly isNoticed: boolean;
  /** Cached reads need only the change feed; without it no cache entry can be trusted. */
  readonly sparesFeed: boolean;
  begin(trial: DatabaseTrial, nodes: readonly TrialNode[]): Promise<(() => Promise<void>) | undefined>;
}

const onProxies =
  (begin: (node: TrialNode) => void, end: (node: TrialNode) => void = () => {}): DatabaseFault['begin'] =>
  async (_, nodes) => {
    for (const node of nodes) begin(node);
    return async () => {
      for (const node of nodes) end(node);
    };
  };

const refused = onProxies(
  ({ proxy }) => proxy.refuse(),
  ({ proxy }) => proxy.accept(),
);

export const databaseFaults: readonly DatabaseFault[] = [
  {
    name: 'ended',
    isNoticed: true,
    sparesFeed: true,
    async begin(trial, nodes) {
      await Promise.all(nodes.map((node) => trial.terminate(node)));
      return undefined;
    },
  },
  { name: 'cut', isNoticed: true, sparesFeed: true, begin: onProxies(({ proxy }) => proxy.cut()) },
  {
    name: 'slowed',
    isNoticed: false,
    sparesFeed: true,
    begin: onProxies(
      ({ proxy }) => proxy.slow(400),
      ({ proxy }) => proxy.slow(0),
    ),
  },
  { name: 'refused', isNoticed: true, sparesFeed: true, begin: refused },
  { name: 'refused with the change feed', isNoticed: true, sparesFeed: false, begin: refused },
  {
    name: 'read-only',
    isNoticed: true,
    sparesFeed: true,
    async begin(trial) {
      const { rows } = await trial.operator.query('select current_database() as name');
      const set = (change: string) => trial.operator.query(`alter database ${rows[0].name} ${change}`);
      await set('set default_transaction_read_only = on');
      await Promise.all(trial.nodes.map((node) => trial.terminate(node)));
      return async () => {
        await set('reset default_transaction_read_only');
      };
    },
  },
  {
    name: 'locked',
    isNoticed: true,
    sparesFeed: true,
    async begin(trial) {
      await trial.openGates();
      const client = await trial.operator.connect();
      await client.query('begin');
      await client.query('lock table usage_reports, products in access exclusive mode');
      return async () => {
        await client.query('rollback');
        client.release();
      };
    },
  },
  {
    name: 'held back',
    isNoticed: false,
    sparesFeed: true,
    begin: onProxies(
      ({ proxy }) => proxy.hold(),
      ({ proxy }) => proxy.release(),
    ),
  },
  {
    name: 'silenced',
    isNoticed: true,
    sparesFeed: true,
    begin: onProxies(
      ({ proxy }) => proxy.silence(),
      ({ proxy }) => proxy.unsilence(),
    ),
  },
];
