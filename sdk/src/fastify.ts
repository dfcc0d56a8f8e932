import type { FastifyReply, FastifyRequest } from 'fastify';
import { createGateOf, type Gate, type GateOptions, headersOf } from './gate.ts';
import type { NamesOf, Tessera } from './types.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

export type GateHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Hooks for Fastify: `app.get('/schedule', { preHandler: gate.require('scheduling') }, …)`. */
export function createGate<C extends object, P extends keyof C & string>(
  tessera: Tessera<C, P>,
  options: GateOptions<FastifyRequest, P>,
): Gate<NamesOf<C, P, 'capabilities'>, GateHook> {
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
