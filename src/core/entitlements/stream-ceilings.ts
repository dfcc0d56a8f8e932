import { type Refusal, refuse } from '../refusal.ts';

/** Open change streams of one node. Each takes memory, and each change of its workspace is written to it. */
const streamCeilings = { client: 20, workspace: 1_000, node: 5_000 } as const;

export type OpenStreams = Readonly<Record<keyof typeof streamCeilings, number>>;

/** Refuses another stream beyond a ceiling. A full node answers 503: another node may have room. */
export function refuseStream(open: OpenStreams): Refusal | undefined {
  if (open.client >= streamCeilings.client) {
    return refuse('client.too_many_streams', { limit: streamCeilings.client });
  }
  if (open.workspace >= streamCeilings.workspace) {
    return refuse(
      'client.too_many_streams',
      { limit: streamCeilings.workspace },
      'Close a stream of any API client of the workspace first: at most `args.limit` can be open for all of them.',
    );
  }
  return open.node >= streamCeilings.node ? refuse('service.unavailable') : undefined;
}
