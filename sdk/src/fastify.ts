import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CreateGate, gatesOf } from './gate.ts';
import { headersOf } from './gate-problem.ts';

export type { Gate, GateOptions, GateUser, RouteOptions } from './gate.ts';
export type { GateProblem } from './gate-problem.ts';

export type GateHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Hooks for Fastify: `app.get('/schedule', { preHandler: gate.require('scheduling') }, …)`. */
export const createGate: CreateGate<FastifyRequest, GateHook> = gatesOf((check) => async (request, reply) => {
  const problem = await check(request, request.method);
  if (problem === undefined) return undefined;
  return reply.code(problem.status).headers(headersOf(problem)).send(JSON.stringify(problem));
});
