import { createListener } from '../../shell/listener.ts';
import { serveOnLoopback } from '../../shell/serve-on-loopback.ts';
import type { AwsEvent } from './event-shape.ts';

interface ReceivedEvent {
  readonly secret: string;
  readonly body: AwsEvent;
}

/** A seller's API destination that records what it gets, and accepts unless told otherwise. */
export interface EventReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** The statuses of the next answers, in order; then 200 again. */
  answerNextWith(...statuses: readonly number[]): void;
  stop(): Promise<void>;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const received: ReceivedEvent[] = [];
  let statuses: readonly number[] = [];
  const listener = createListener({
    answer({ headers, body }) {
      received.push({ secret: headers['x-tessera-event-secret']?.toString() ?? '', body: JSON.parse(body) });
      const [status = 200, ...others] = statuses;
      statuses = others;
      return { status };
    },
  });
  const { url, close } = await serveOnLoopback(() => listener, {});
  return {
    url: `${url}/events`,
    received,
    answerNextWith(...next) {
      statuses = next;
    },
    stop: close,
  };
}
