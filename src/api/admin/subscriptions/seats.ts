import { Type } from 'typebox';
import { assignSeat, assignSeats, releaseSeat } from '../../../actions/subscriptions/seats.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { maxSeatsPerRequest, type SeatLine } from '../../../core/subscriptions/seat.ts';
import {
  listReservedAddresses,
  loadReservationCount,
} from '../../../storage/subscriptions/seat-reservations.ts';
import { listSeats, loadSeats, seatOrder } from '../../../storage/subscriptions/seats.ts';
import { findSubscription } from '../../../storage/subscriptions/subscriptions.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { readAfter, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { instant, noContent, nullable, uuid } from '../schemas.ts';
import { sortedQuery } from '../sorted-list.ts';
import { personFilter } from './customers.ts';
import { subscriptionsPath } from './subscription-view.ts';

/** Of one response. A person beyond them is found by `search`. */
const maxReservations = 100;

const path = `${subscriptionsPath}/:subscriptionId/seats`;

const Seats = Type.Object({
  total: Type.Integer({ description: 'Bought seats.' }),
  assigned: Type.Integer(),
  available: Type.Integer({
    description:
      'Never below 0, though a marketplace may sell fewer than are assigned. Includes reserved seats.',
  }),
  reserved: Type.Integer({
    description:
      'Seats that the customer has reserved for addresses of people who are no members yet. Each is assigned ' +
      'when the person accepts it on the customer’s page or is added as a member.',
  }),
  reservations: Type.Array(Type.Object({ email: Type.String(), reservedAt: instant }), {
    description: `The first ${maxReservations} by e-mail address; with \`search\`, those that contain it.`,
  }),
  items: Type.Array(
    Type.Object({
      memberId: uuid,
      objectId: uuid,
      email: nullable.text,
      isActive: Type.Boolean(),
      assignedAt: instant,
    }),
  ),
  next: nullable.text,
});

const seatsExample = {
  total: 5,
  assigned: 1,
  available: 4,
  reserved: 1,
  reservations: [{ email: 'ben@contoso.example', reservedAt: '2026-11-16T09:00:00.000Z' }],
  items: [
    {
      memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
      objectId: 'd0000000-0000-4000-8000-000000000001',
      email: 'ada@contoso.example',
      isActive: true,
      assignedAt: '2026-11-15T09:00:00.000Z',
    },
  ],
  next: null,
};

const SeatLines = Type.Object({
  assigned: Type.Integer({ description: 'The number of seats assigned by this call.' }),
  refused: Type.Integer(),
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'The index of the line.' }),
      person: Type.String(),
      outcome: oneOf(['Assigned', 'AlreadyAssigned', 'Refused']),
      memberId: nullable.uuid,
      error: nullable.object({ code: Type.String(), detail: Type.String(), args: Type.Object({}) }),
    }),
  ),
});

const linesExample = {
  assigned: 1,
  refused: 0,
  results: [
    {
      index: 0,
      person: 'ada@contoso.example',
      outcome: 'Assigned',
      memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
      error: null,
    },
  ],
};

function viewOf({ person, outcome, memberId, refusal }: SeatLine, index: number) {
  const error = refusal && { code: refusal.code, detail: refusal.detail, args: refusal.args };
  return { index, person, outcome, memberId, error };
}

export const seatRoutes = adminRoutes('Subscriptions', (routes, context) => {
  routes.get(path, {
    access: 'read',
    operationId: 'listSeats',
    summary: 'List the seats of a subscription',
    querystring: Type.Object({ ...sortedQuery(seatOrder), ...personFilter }),
    responses: { 200: jsonResponse('Seats.', Seats, seatsExample) },
    handle: async ({ workspaceId, params, query }) => {
      const { subscriptionId } = params;
      const { search, sort = seatOrder.standard } = query;
      const after = readAfter(query.after, (text) => seatOrder.readCursor(sort, text));
      if (isRefusal(after)) return after;
      const subscription = await findSubscription(context.database, workspaceId, subscriptionId);
      if (!subscription) return refuseUnknown('subscriptionId', 'subscription');
      const firstReserved = { search, limit: maxReservations };
      const [[counted], reserved, reservations, page] = await Promise.all([
        loadSeats(context.database, workspaceId, [subscriptionId], null),
        loadReservationCount(context.database, workspaceId, subscriptionId),
        listReservedAddresses(context.database, workspaceId, subscriptionId, firstReserved),
        readPage(
          query,
          (limit) => listSeats(context.database, workspaceId, subscriptionId, { search, sort, after, limit }),
          (seat) => seatOrder.cursorOf(sort, seat),
          (seat) => seat,
        ),
      ]);
      const assigned = counted?.assigned ?? 0;
      const total = subscription.quantity ?? 0;
      const available = Math.max(0, total - assigned);
      return { total, assigned, available, reserved, reservations, ...page };
    },
  });

  routes.post(path, {
    access: 'change:subscriptions',
    operationId: 'assignSeats',
    summary: 'Assign seats',
    description:
      'Each line is an object id or an e-mail address of a member, and has its own outcome: a refused line ' +
      'does not affect the others. No more seats are assigned than were bought.',
    body: Type.Object({
      people: Type.Array(Type.String({ minLength: 1, maxLength: 320 }), {
        minItems: 1,
        maxItems: maxSeatsPerRequest,
      }),
    }),
    responses: { 200: jsonResponse('The outcome of each line.', SeatLines, linesExample) },
    handle: async ({ action, workspaceId, params, body }) => {
      const filled = await assignSeats(action, workspaceId, params.subscriptionId, body.people);
      if (isRefusal(filled)) return filled;
      const count = (outcome: SeatLine['outcome']) =>
        filled.lines.filter((line) => line.outcome === outcome).length;
      return {
        assigned: count('Assigned'),
        refused: count('Refused'),
        results: filled.lines.map(viewOf),
      };
    },
  });

  routes.put(`${path}/:memberId`, {
    access: 'change:subscriptions',
    operationId: 'assignSeat',
    summary: 'Assign a seat',
    description: 'A member who has a seat keeps it.',
    responses: noContent('The member has a seat.'),
    refusals: ['seat.not_available'],
    handle: ({ action, workspaceId, params }) =>
      assignSeat(action, workspaceId, params.subscriptionId, params.memberId),
  });

  routes.delete(`${path}/:memberId`, {
    access: 'change:subscriptions',
    operationId: 'releaseSeat',
    summary: 'Release a seat',
    description: 'Without a seat nothing changes.',
    responses: noContent('The member has no seat.'),
    handle: ({ action, workspaceId, params }) =>
      releaseSeat(action, workspaceId, params.subscriptionId, params.memberId),
  });
});
