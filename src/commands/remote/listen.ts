import { setTimeout as delay } from 'node:timers/promises';
import { isUuid } from '../../core/identifiers.ts';
import { type Call, Refused, WrongCall } from '../call.ts';
import { type ForwardedResponse, readForward } from './forward.ts';
import { Service } from './service.ts';
import { print, printable } from './terminal.ts';

const pollMilliseconds = 1_000;
/** The newest deliveries of the endpoint, in which new ones and replays are looked for. */
const watched = 200;

interface Delivery {
  readonly eventId: string;
  readonly replay: number;
  readonly type: string;
  readonly occurredAt: string;
  readonly tenantId: string | null;
  readonly outcome: string;
}

/** `listen`: prints the deliveries of an endpoint as they come, and posts each to a program on this machine. */
export async function listen(call: Call): Promise<number> {
  const endpointId = call.text('endpoint');
  if (!isUuid(endpointId))
    throw new WrongCall('--endpoint must be the id of an endpoint, as the portal shows it.');
  const forward = readForward(call.optional('forward'), call.optional('secret'));
  const service = await Service.open(call);
  const { url } = await service.read<{ readonly url: string }>(`/webhook-endpoints/${endpointId}`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const seen = new SeenDeliveries(await newest(service, endpointId));
  process.stderr.write(`Listening to the deliveries to ${printable(url)}. Stop with Ctrl+C.\n`);
  while (!stopping.signal.aborted) {
    await delay(pollMilliseconds, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) break;
    const found = await newest(service, endpointId).catch(whileUnavailable);
    for (const delivery of seen.newAmong(found)) {
      const path = `/webhook-endpoints/${endpointId}/deliveries/${delivery.eventId}`;
      const { body } = await service.read<{ readonly body: string }>(path, {
        query: { replay: String(delivery.replay) },
      });
      const response = forward && (await forward.post(delivery.eventId, body));
      report(call, delivery, body, response);
    }
  }
  return 0;
}

/** The deliveries that were printed already, bounded like the page that is polled. */
class SeenDeliveries {
  #keys: ReadonlySet<string>;

  constructor(present: readonly Delivery[]) {
    this.#keys = new Set(present.map(keyOf));
  }

  /** Oldest first. */
  newAmong(found: readonly Delivery[] | undefined): readonly Delivery[] {
    if (found === undefined) return [];
    const fresh = found.filter((delivery) => !this.#keys.has(keyOf(delivery)));
    this.#keys = new Set(found.map(keyOf));
    return fresh.reverse();
  }
}

const keyOf = ({ eventId, replay }: Delivery) => `${eventId} ${replay}`;

async function newest(service: Service, endpointId: string): Promise<readonly Delivery[]> {
  return (await service.list<Delivery>('/webhook-deliveries', { endpointId }, watched)).items;
}

/** A restart of the service or the network is waited for; a refusal ends the command. */
function whileUnavailable(error: unknown): undefined {
  const isTransient =
    error instanceof Refused && /^(service\.(unreachable|timeout)|request\.rate_limited)$/.test(error.code);
  if (!isTransient) throw error;
  process.stderr.write(`${error.message} Trying again …\n`);
}

function report(call: Call, delivery: Delivery, body: string, response: ForwardedResponse | null): void {
  const { eventId, replay, type, occurredAt, outcome } = delivery;
  if (call.has('json')) {
    // One line for each delivery, so that a program can read them as they come.
    process.stdout.write(`${JSON.stringify({ ...delivery, body, forwarded: response })}\n`);
    return;
  }
  const again = replay > 0 ? ` (replay ${replay})` : '';
  print(`${occurredAt}  ${type}  ${eventId}${again}  ${outcome}`);
  print(`  ${printable(body)}`);
  if (response !== null)
    print(`  → ${response.error === null ? response.status : printable(response.error)}`);
}
