import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly tenants: number;
  /** Two sizes to compare instead, small and large. */
  readonly compare: readonly [number, number] | null;
  /** Metered usage instead. */
  readonly usage: boolean;
  /** Usage events instead. */
  readonly events: boolean;
  /** Reservations of usage instead. */
  readonly reservations: boolean;
  /** Metered usage with this number of old reports, or events, in the table, against an empty table. */
  readonly old: number | null;
  /** Webhook deliveries instead. */
  readonly webhooks: boolean;
  /** The delay of good endpoints beside bad ones instead. */
  readonly fairness: boolean;
  /** The latency of other requests beside a heavy admin request, instead. */
  readonly eventLoop: boolean;
  /** The memory of cached tenants instead. */
  readonly memory: boolean;
  /** Open change streams instead. */
  readonly streams: boolean;
  /** The client library instead. */
  readonly sdk: boolean;
  readonly rounds: number;
  /** The length of one slice; the load tool takes whole seconds only. */
  readonly seconds: number;
  /** Only the cases whose names contain this. */
  readonly only: string;
  /** The folder for the CPU profile of the service. */
  readonly profile: string | null;
  /** Loads with the built-in generator even where wrk is installed. */
  readonly sockets: boolean;
}

export const usage = `Usage: npm run bench [-- options]

  --tenants <number>          how many tenants there are (100000; with --event-loop 50000)
  --compare <small>,<large>   compare two numbers of tenants instead, such as 1000,1000000
  --usage                     metered usage instead: intake and dispatch
  --events                    usage events instead: intake, and reads of a tenant's usage
  --reservations              reservations of usage instead: many limits, and one hot limit
  --old <number>              with --usage or --events: compare with so many old rows in the table, such as 10000000
  --webhooks                  webhook deliveries instead
  --fairness                  the delay of good webhook endpoints beside bad ones instead
  --event-loop                how long others wait beside heavy admin requests instead
  --memory                    the memory of a cached tenant and of a cached user instead
  --streams                   the memory of open change streams, and warm reads beside them instead
  --sdk                       the client library instead: reads from memory, changes, tracking, reservations from blocks, licence files
  --rounds <number>           pairs of slices in each case (7)
  --seconds <number>          length of a slice (2)
  --only <text>               only cases whose name contains the text
  --profile <folder>          leave a CPU profile of the service there
  --sockets                   use the built-in load generator, not wrk
`;

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tenants: { type: 'string' },
      compare: { type: 'string' },
      usage: { type: 'boolean', default: false },
      events: { type: 'boolean', default: false },
      reservations: { type: 'boolean', default: false },
      old: { type: 'string' },
      webhooks: { type: 'boolean', default: false },
      fairness: { type: 'boolean', default: false },
      'event-loop': { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      streams: { type: 'boolean', default: false },
      sdk: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      profile: { type: 'string' },
      sockets: { type: 'boolean', default: false },
    },
  });
  return {
    tenants: count('tenants', values.tenants ?? (values['event-loop'] ? '50000' : '100000')),
    compare: values.compare === undefined ? null : twoSizes(values.compare),
    usage: values.usage,
    events: values.events,
    reservations: values.reservations,
    old: values.old === undefined ? null : count('old', values.old),
    webhooks: values.webhooks,
    fairness: values.fairness,
    eventLoop: values['event-loop'],
    memory: values.memory,
    streams: values.streams,
    sdk: values.sdk,
    rounds: count('rounds', values.rounds),
    seconds: count('seconds', values.seconds),
    only: values.only,
    profile: values.profile ?? null,
    sockets: values.sockets,
  };
}

function count(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number above 0`);
  return number;
}

function twoSizes(text: string): readonly [number, number] {
  const [small, large, ...rest] = text.split(',').map((size) => count('compare', size));
  if (small === undefined || large === undefined || rest.length > 0) {
    throw new Error('--compare must be two numbers of tenants, such as 1000,1000000');
  }
  return [small, large];
}
