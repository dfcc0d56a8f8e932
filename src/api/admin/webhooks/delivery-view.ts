import { Type } from 'typebox';
import { deliveryStatuses } from '../../../core/webhooks/delivery.ts';
import { eventTypes } from '../../../core/webhooks/event-type.ts';
import type { WebhookAttempt } from '../../../storage/webhooks/attempts.ts';
import type { LoggedDelivery } from '../../../storage/webhooks/log.ts';
import { oneOf } from '../../schemas.ts';
import { instant, nullable, uuid } from '../schemas.ts';

const status = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'The HTTP status of the response; null without a response.',
});

const delivery = {
  endpointId: uuid,
  eventId: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`.' }),
  replay: Type.Integer({
    description: '0 is the first delivery of the event to the endpoint; each replay is another one.',
  }),
  type: oneOf(eventTypes),
  occurredAt: instant,
  tenantId: nullable.uuid,
  organisation: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The name of the tenant’s organisation; null without one.',
  }),
  outcome: oneOf(deliveryStatuses),
  nextTryAt: Type.Unsafe<Date | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Null in a final state.',
  }),
  tries: Type.Integer(),
};

export const WebhookDelivery = Type.Object(
  {
    ...delivery,
    lastTry: Type.Union([Type.Object({ at: instant, status, error: nullable.text }), Type.Null()], {
      description: 'The last stored attempt.',
    }),
  },
  { $id: 'WebhookDelivery' },
);

export const WebhookDeliveryDetails = Type.Object(
  {
    ...delivery,
    body: Type.String({ description: 'The exact body of every attempt.' }),
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer({ description: 'The number of the attempt; numbers may be missing.' }),
        at: instant,
        status,
        durationMilliseconds: Type.Integer(),
        answer: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The first 1 KiB.',
        }),
        error: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The error, if there was no response.',
        }),
      }),
      { description: 'The stored attempts, newest first.' },
    ),
  },
  { $id: 'WebhookDeliveryDetails' },
);

const example = {
  endpointId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
  eventId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  replay: 0,
  type: 'subscription.activated',
  occurredAt: '2026-11-15T09:00:00.000Z',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: 'Contoso',
  outcome: 'Delivered',
  nextTryAt: null,
  tries: 1,
};

export const deliveryExample = {
  ...example,
  lastTry: { at: '2026-11-15T09:00:01.000Z', status: 204, error: null },
};

export const detailsExample = {
  ...example,
  body: '{"type":"subscription.activated","timestamp":"2026-11-15T09:00:00.000Z","data":{}}',
  attempts: [
    {
      attempt: 1,
      at: '2026-11-15T09:00:01.000Z',
      status: 204,
      durationMilliseconds: 84,
      answer: '',
      error: null,
    },
  ],
};

function viewOf({
  endpointId,
  eventId,
  replay,
  type,
  occurredAt,
  tenantId,
  organisation,
  status,
  ...rest
}: LoggedDelivery) {
  const outcome = status;
  return {
    endpointId,
    eventId,
    replay,
    type,
    occurredAt,
    tenantId,
    organisation,
    outcome,
    nextTryAt: rest.dueAt,
    tries: rest.attempts,
  };
}

export function deliveryView(logged: LoggedDelivery) {
  const { last } = logged;
  const lastTry = last && { at: last.attemptedAt, status: last.status, error: last.error };
  return { ...viewOf(logged), lastTry };
}

export function deliveryDetails(logged: LoggedDelivery, body: string, attempts: readonly WebhookAttempt[]) {
  return {
    ...viewOf(logged),
    body,
    attempts: attempts.map(({ attempt, attemptedAt, status, durationMilliseconds, answer, error }) => ({
      attempt: attempt - logged.earlierAttempts,
      at: attemptedAt,
      status,
      durationMilliseconds,
      answer,
      error,
    })),
  };
}
