import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type CapabilityOf,
  createGateOf,
  type Gate,
  type GateOptions,
  headersOf,
  type ProductOf,
} from './gate.ts';
import type { AnyTessera } from './types.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

export type GateHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Hooks for Fastify: `app.get('/schedule', { preHandler: gate.require('scheduling') }, …)`. */
export function createGate<Client extends AnyTessera>(
  tessera: Client,
  options: GateOptions<FastifyRequest, ProductOf<Client>>,
): Gate<CapabilityOf<Client>, GateHook> {
  return createGateOf(
    tessera,
    options,
    (check): GateHook =>
      async (request, reply) => {
        const problem = await check(request);
        if (problem === undefined) return undefined;
        return reply.code(problem.status).headers(headersOf(problem)).send(JSON.stringify(problem));
      },
  );
}
