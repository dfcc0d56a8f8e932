import { expect, it } from 'vitest';
import { type OpenStreams, refuseStream } from './change-stream.ts';

it.each<[OpenStreams, string | undefined, number | undefined]>([
  [{ client: 0, workspace: 0, node: 0 }, undefined, undefined],
  [{ client: 19, workspace: 999, node: 4_999 }, undefined, undefined],
  [{ client: 20, workspace: 20, node: 20 }, 'client.too_many_streams', 20],
  [{ client: 0, workspace: 1_000, node: 1_000 }, 'client.too_many_streams', 1_000],
  [{ client: 20, workspace: 1_000, node: 5_000 }, 'client.too_many_streams', 20],
  [{ client: 0, workspace: 0, node: 5_000 }, 'service.unavailable', undefined],
])('another stream beside %o: %s', (open, code, limit) => {
  const refusal = refuseStream(open);
  expect(refusal?.code).toBe(code);
  expect(refusal?.args.limit).toBe(limit);
});
