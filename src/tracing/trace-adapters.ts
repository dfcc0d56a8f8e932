import type { Exchange } from '../adapters/outgoing/exchange.ts';
import type { PartnerEndpoints } from '../core/webhooks/ports.ts';
import type { Tracing } from './tracing.ts';

/** A span for each request to the marketplace and the identity provider. */
export function traceExchange(exchange: Exchange, tracing: Tracing | null): Exchange {
  if (!tracing) return exchange;
  return (request, signal) =>
    tracing.outgoing({
      name: request.method,
      attributes: { 'http.request.method': request.method, ...destination(request.address) },
      send: () => exchange(request, signal),
      statusOf: ({ status }) => status,
    });
}

/** A span for each attempt to deliver a webhook. */
export function traceDeliveries<Endpoints extends PartnerEndpoints>(
  endpoints: Endpoints,
  tracing: Tracing | null,
): Endpoints {
  if (!tracing) return endpoints;
  return {
    ...endpoints,
    post: (message) =>
      tracing.outgoing({
        name: 'deliver webhook',
        attributes: {
          'http.request.method': 'POST',
          'tessera.webhook.id': message.messageId,
          // The path may contain a secret of the partner.
          'server.address': hostOf(message.destination.url),
        },
        send: () => endpoints.post(message),
        statusOf: (answer) => (answer.outcome === 'answered' ? answer.status : null),
      }),
  };
}

/** Without the query, which may contain tokens. */
function destination(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null;
  return { 'server.address': url?.host ?? '', 'url.path': url?.pathname ?? '' };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
