import { setTimeout as delay } from 'node:timers/promises';
import { isUuid } from '../../core/identifiers.ts';
import { type Call, Refused, WrongCall } from '../call.ts';
import { print, printable } from '../terminal.ts';
import { type Delivery, type DeliveryPage, DeliveryWatch } from './delivery-watch.ts';
import { type ForwardedResponse, readForward } from './forward.ts';
import { Service } from './service.ts';

const pollMilliseconds = 1_000;
const pageSize = 100;

/** `listen`: prints the deliveries of an endpoint as they come, and posts each to a program on this machine. */
export async function listen(call: Call): Promise<number> {
  const endpointId = call.text('endpoint');
  if (!isUuid(endpointId)) {
    throw new WrongCall('--endpoint must be the id of an endpoint, as the portal shows it.');
  }
  const forward = readForward(call.optional('forward'), call.optional('secret'));
  const service = await Service.open(call);
  const { url } = await service.read<{ readonly url: string }>(`/webhook-endpoints/${endpointId}`);
  const watch = await DeliveryWatch.begin((after) => {
    const query = { endpointId, limit: String(pageSize), after };
    return service.read<DeliveryPage>('/webhook-deliveries', { query });
  });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  process.stderr.write(`Listening to the deliveries to ${printable(url)}. Stop with Ctrl+C.\n`);
  let isInterrupted = false;
  while (!stopping.signal.aborted) {
    try {
      for (const delivery of await watch.poll()) {
        if (stopping.signal.aborted) break;
        const body = await readBody(service, endpointId, delivery);
        report(call, delivery, body, forward && (await forward.post(delivery.eventId, body)));
        watch.markSeen(delivery);
      }
      if (isInterrupted) process.stderr.write('The service responds again.\n');
      isInterrupted = false;
    } catch (error) {
      // A restart of the service is waited for; a refusal ends the command.
      if (!(error instanceof Refused && error.isTransient)) throw error;
      if (!isInterrupted) process.stderr.write(`${error.message} Trying again every second.\n`);
      isInterrupted = true;
    }
    await delay(pollMilliseconds, undefined, { signal: stopping.signal }).catch(() => {});
  }
  return 0;
}

async function readBody(
  service: Service,
  endpointId: string,
  { eventId, replay }: Delivery,
): Promise<string> {
  const path = `/webhook-endpoints/${endpointId}/deliveries/${eventId}`;
  const { body } = await service.read<{ readonly body: string }>(path, { query: { replay: String(replay) } });
  return body;
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
