import type { FastifyInstance } from 'fastify';
import { mostRefusalsKept } from '../../core/client-activity.ts';
import type { ClientRefusal, ClientRefusals as Noted } from '../../storage/client-activity.ts';
import type { ApiContext } from '../context.ts';

/** Remembers what API clients were refused, to be written down later: all are counted, the latest of each are kept. */
export class ClientRefusals {
  readonly #noted = new Map<string, { client: Noted['client']; count: number; latest: ClientRefusal[] }>();

  note({ workspaceId, apiClientId }: Noted['client'], refusal: ClientRefusal): void {
    const noted = this.#noted.get(apiClientId);
    if (!noted) {
      this.#noted.set(apiClientId, { client: { workspaceId, apiClientId }, count: 1, latest: [refusal] });
      return;
    }
    noted.count += 1;
    noted.latest.push(refusal);
    if (noted.latest.length > mostRefusalsKept) noted.latest.shift();
  }

  /** Hands over what has been noted since the last time. */
  drain(): readonly Noted[] {
    const noted = [...this.#noted.values()];
    this.#noted.clear();
    return noted;
  }
}

/** Whom nobody knows is nobody's refusal: a credential that is not accepted leads to no client. */
export function noteRefusals(app: FastifyInstance, { clientRefusals, clock }: ApiContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { caller } = request;
    if (reply.refusalCode === null || caller === null) return;
    clientRefusals.note(caller.client, {
      refusedAt: clock.now(),
      code: reply.refusalCode,
      status: reply.statusCode,
      method: request.method,
      route: request.routeOptions.url ?? '',
      requestId: request.id,
    });
  });
}
