import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { reserve } from '../../../actions/usage/reserve.ts';
import {
  type CommitFacts,
  commitReservation,
  releaseReservation,
} from '../../../actions/usage/settle-reservation.ts';
import { isUuid } from '../../../core/identifiers.ts';
import { isRefusal, refuseInvalid } from '../../../core/refusal.ts';
import { readCommit, readReservation } from '../../../core/usage/limits/reservation.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../http/problem.ts';
import { bodyRefusals, jsonResponse, refusals } from '../../schemas.ts';
import { reservationExample, settledExample } from './reservation-schemas.ts';

const path = '/api/v1/usage-reservations';
const needs = 'Needs the scope `usage:write` and, with a token, the app role `Usage.Write.All`.';
const tags = ['Metered usage'];
const params = Type.Object({ reservationId: Type.String({ format: 'uuid' }) });

/** The refusals of an event's subscription and dimension. */
const resolutionRefusals = [
  'metering.subscription_not_found',
  'metering.subscription_ambiguous',
  'metering.subscription_not_active',
  'metering.marketplace_subscription_missing',
  'metering.not_metered',
  'metering.unknown_dimension',
  'metering.fed_by_records',
] as const;

export const reservationRoutes =
  (
    context: GuardContext &
      Pick<ApiContext, 'customerCalls' | 'databaseClock' | 'randomBytes' | 'usageFacts' | 'writes'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { customerCalls, database, databaseClock, writes, usageFacts, randomBytes } = context;
    // A reservation of one node lapses on another.
    const actionContext = () => ({ database: writes, now: databaseClock.now(), randomBytes });

    app.post(
      path,
      {
        onRequest: guard(context, 'usage:write'),
        config: { exactNumbers: true },
        // The core parses the body, because each fault has a code of its own; the schema is only documentation.
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'reserveUsage',
          summary: 'Reserve usage',
          description:
            'Grants a quantity if every limit of the dimension has room for it: the limit of the plan or that of the partner for ' +
            'the customer, and those of the customer for the tenant and the subject. Never more is granted than a limit allows. ' +
            `What is not committed lapses. ${needs}`,
          tags,
          body: Type.Ref('UsageReservationRequest'),
          response: {
            201: jsonResponse('The reservation.', Type.Ref('UsageReservation'), reservationExample),
            ...refusals(
              ...bodyRefusals,
              'request.validation_failed',
              'api_client.scope_not_allowed',
              'api_client.product_not_allowed',
              ...resolutionRefusals,
              'metering.limit_reached',
              'metering.quantity_over_limit',
              'metering.quantity_zero',
              'metering.quantity_negative',
              'metering.quantity_not_whole',
              'metering.subject_invalid',
              'metering.ttl_out_of_range',
              'metering.not_reservable',
            ),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const asked = readReservation(request.body);
        if (isRefusal(asked)) return sendRefusal(reply, asked);
        const [candidates = []] = await usageFacts.candidates(database, client.workspaceId, [asked]);
        const granted = await reserve(actionContext(), client, asked, candidates);
        customerCalls.recordAll(client.workspaceId, [asked]);
        if (isRefusal(granted)) return sendRefusal(reply, granted);
        return reply.code(201).header('cache-control', 'no-store').send(granted);
      },
    );

    app.post(
      `${path}/:reservationId/commit`,
      {
        onRequest: guard(context, 'usage:write'),
        config: { exactNumbers: true },
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'commitUsageReservation',
          summary: 'Commit a reservation',
          description:
            'Turns the reservation into a usage event of the moment at which it was granted; what is left of it is free again. ' +
            `Repeating a commit is safe: it counts once. ${needs}`,
          tags,
          params,
          body: Type.Ref('UsageReservationCommit'),
          response: {
            200: jsonResponse('The reservation.', Type.Ref('SettledUsageReservation'), settledExample),
            ...refusals(
              ...bodyRefusals,
              'request.validation_failed',
              'api_client.scope_not_allowed',
              'metering.reservation_not_found',
              'metering.reservation_exceeded',
              'metering.reservation_lapsed',
              'metering.reservation_released',
              'metering.quantity_negative',
              ...resolutionRefusals,
              'metering.window_already_reported',
            ),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const { workspaceId } = client;
        const { reservationId } = request.params;
        if (!isUuid(reservationId)) {
          const issue = { path: 'reservationId', rule: 'format', message: 'must be a UUID' };
          return sendRefusal(reply, refuseInvalid([issue]));
        }
        const commit = readCommit(request.body);
        if (isRefusal(commit)) return sendRefusal(reply, commit);
        const facts: CommitFacts = {
          candidates: async (reservation) =>
            (await usageFacts.candidates(database, workspaceId, [reservation]))[0] ?? [],
          holdMinutes: () => usageFacts.holdMinutes(database, workspaceId),
        };
        const settled = await commitReservation(actionContext(), client, reservationId, commit, facts);
        if (isRefusal(settled)) return sendRefusal(reply, settled);
        return reply.header('cache-control', 'no-store').send(settled);
      },
    );

    app.delete(
      `${path}/:reservationId`,
      {
        onRequest: guard(context, 'usage:write'),
        schema: {
          operationId: 'releaseUsageReservation',
          summary: 'Release a reservation',
          description: `What it held is free again at once. Repeating it is safe. ${needs}`,
          tags,
          params,
          response: {
            204: { type: 'null', description: 'It holds nothing.' },
            ...refusals(
              'request.validation_failed',
              'api_client.scope_not_allowed',
              'metering.reservation_not_found',
              'metering.reservation_committed',
            ),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const refused = await releaseReservation(actionContext(), client, request.params.reservationId);
        return refused ? sendRefusal(reply, refused) : reply.code(204).send(null);
      },
    );
  };
