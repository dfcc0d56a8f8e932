import { createListener } from '../../shell/listener.ts';
import { serveOnLoopback } from '../../shell/serve-on-loopback.ts';

interface ReceivedWebhook {
  readonly authorization: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A publisher's webhook endpoint, for tests. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** The statuses of the next answers, in order; then 200 again. */
  answerNextWith(...statuses: readonly number[]): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let statuses: readonly number[] = [];
  const listener = createListener({
    answer({ headers, body }) {
      received.push({ authorization: headers.authorization ?? '', body: JSON.parse(body) });
      const [status = 200, ...others] = statuses;
      statuses = others;
      return { status };
    },
  });
  const { url, close } = await serveOnLoopback(() => listener, {});
  return {
    url: `${url}/webhook`,
    received,
    answerNextWith(...next) {
      statuses = next;
    },
    stop: close,
  };
}
