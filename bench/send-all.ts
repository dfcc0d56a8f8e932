import { send } from './answer.ts';
import type { BenchRequest } from './deck.ts';

const concurrency = 32;

/** Sends each request once, some at a time. */
export async function sendAll(url: string, requests: readonly BenchRequest[]): Promise<void> {
  await Promise.all(
    Array.from({ length: concurrency }, async (_, first) => {
      for (const request of requests.filter((_request, index) => index % concurrency === first)) {
        const { status, body } = await send(url, request);
        if (status !== 200) throw new Error(`${request.path} was answered with ${status}: ${body}`);
      }
    }),
  );
}
