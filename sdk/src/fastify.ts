import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CreateGate, gatesOf, headersOf } from './gate.ts';

export type { Gate, GateOptions, GateProblem } from './gate.ts';

export type GateHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Hooks for Fastify: `app.get('/schedule', { preHandler: gate.require('scheduling') }, …)`. */
export const createGate: CreateGate<FastifyRequest, GateHook> = gatesOf((check) => async (request, reply) => {
  const problem = await check(request);
  if (problem === undefined) return undefined;
  return reply.code(problem.status).headers(headersOf(problem)).send(JSON.stringify(problem));
});
