import type { Change } from '../change.ts';
import { mayAccessProduct, type ProductReader } from '../clients/api-client.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** An event of the change stream. */
export type ChangeMessage =
  | { readonly event: 'ready'; readonly data: { readonly node: string; readonly at: Date } }
  | {
      readonly event: 'entitlement';
      readonly data: { readonly tenantId: string; readonly product: string; readonly version: number };
    }
  | { readonly event: 'catalogue'; readonly data: { readonly product: string } }
  /** Changes may have been missed: everything cached must be checked. */
  | { readonly event: 'resync'; readonly data: Readonly<Record<string, never>> };

export const resync: ChangeMessage = { event: 'resync', data: {} };

/** The events of a change for an API client. Products that it has no access to are left out. */
export function messagesOf(change: Change, reader: ProductReader): readonly ChangeMessage[] {
  if (!('workspaceId' in change) || change.workspaceId !== reader.workspaceId) return [];
  switch (change.kind) {
    case 'entitlement': {
      const { tenantId, product, current } = change;
      if (!mayAccessProduct(reader, current.productId)) return [];
      return [{ event: 'entitlement', data: { tenantId, product, version: current.version } }];
    }
    case 'catalogue':
      if (change.products === null) return [resync];
      return change.products
        .filter(({ productId }) => mayAccessProduct(reader, productId))
        .map(({ slug }) => ({ event: 'catalogue', data: { product: slug } }));
    default:
      return [];
  }
}

/** The events of several changes. `resync` replaces all others, because it includes them. */
export function messagesOfAll(changes: readonly Change[], reader: ProductReader): readonly ChangeMessage[] {
  const messages = changes.flatMap((change) => messagesOf(change, reader));
  return messages.includes(resync) ? [resync] : messages;
}

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
