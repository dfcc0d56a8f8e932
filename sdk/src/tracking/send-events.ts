import { TesseraUnavailable } from '../errors.ts';
import type { Service } from '../http/service.ts';

/** An event that the service will never take. */
export interface RefusedEvent {
  readonly index: number;
  readonly code: string;
  readonly status: number;
  readonly args: Readonly<Record<string, unknown>>;
}

interface EventsResponse {
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly exceptions: readonly {
    readonly index: number;
    readonly outcome: string;
    readonly error: Omit<RefusedEvent, 'index'> | null;
  }[];
}

/** Sends events as JSON texts; those that are not refused are stored when it resolves. */
export async function sendEvents(
  service: Service,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly RefusedEvent[]> {
  const json = `{"events":[${texts.join(',')}]}`;
  const headers = { 'content-type': 'application/json' };
  const response = await service.request({
    method: 'POST',
    path: '/api/v1/usage-events',
    signal,
    ...(typeof CompressionStream === 'undefined'
      ? { headers, body: json }
      : { headers: { ...headers, 'content-encoding': 'gzip' }, body: await gzip(json) }),
  });
  const answer = (await response.json().catch(() => null)) as EventsResponse | null;
  // Anything else came from another server: the events are still to be stored.
  if (
    answer?.accepted === undefined ||
    answer.accepted + answer.duplicates + answer.refused !== texts.length
  ) {
    throw new TesseraUnavailable('The response to usage events is not from the service');
  }
  return answer.exceptions.flatMap(({ index, outcome, error }) =>
    outcome === 'Refused' && error ? [{ ...error, index }] : [],
  );
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
