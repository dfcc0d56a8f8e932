import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { recordEvents } from '../../../actions/usage/record-events.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { readCloudEvent, readCloudEvents } from '../../../core/usage/events/cloud-event.ts';
import {
  isRefusedEvent,
  type RefusedEvent,
  readEventEnvelope,
  readMeterEvent,
  type WrittenEvent,
} from '../../../core/usage/events/event.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { readJson } from '../../http/body.ts';
import { sendRefusal } from '../../http/problem.ts';
import { bodyRefusals, jsonResponse, refusals } from '../../schemas.ts';
import { cloudEventExample, usageEventsExample } from './event-schemas.ts';

const cloudEvent = 'application/cloudevents+json';
const cloudEvents = 'application/cloudevents-batch+json';

export const sendEventsRoute =
  (
    context: GuardContext & Pick<ApiContext, 'customerCalls' | 'randomBytes' | 'usageFacts' | 'writes'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJson(app, cloudEvent);
    readJson(app, cloudEvents);
    app.post(
      '/api/v1/usage-events',
      {
        onRequest: guard(context, 'usage:write'),
        config: { refusesItems: true, exactNumbers: true },
        // Events are refused one by one, so the core parses the body; the schema is only documentation.
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'sendUsageEvents',
          summary: 'Send usage events',
          description:
            'For dimensions that are fed by events. Each event is checked and stored on its own, and is durable when it ' +
            'is answered. Sending an event again is always safe: its `source` and `id` count once. ' +
            `The body of \`${cloudEvents}\` is a list of 1 to 1,000 \`UsageCloudEvent\`. Needs the scope ` +
            '`usage:write` and, with a token, the app role `Usage.Write.All`.',
          tags: ['Metered usage'],
          // openapi-python-client needs an optional parameter beside several bodies.
          headers: Type.Object({
            'content-encoding': Type.Optional(
              Type.Literal('gzip', { description: 'If the body is compressed.' }),
            ),
          }),
          body: {
            content: {
              'application/json': { schema: Type.Ref('UsageEvents') },
              [cloudEvent]: { schema: Type.Ref('UsageCloudEvent') },
              // Without a schema: with one for a list, the code of openapi-python-client fails for every body.
              [cloudEvents]: { schema: Type.Any({ examples: [[cloudEventExample]] }) },
            },
          },
          response: {
            200: jsonResponse(
              'What became of the events.',
              Type.Ref('UsageEventsAnswer'),
              usageEventsExample,
            ),
            ...refusals(...bodyRefusals, 'api_client.scope_not_allowed'),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const written = readBody(request.headers['content-type'], request.body);
        if (isRefusal(written)) return sendRefusal(reply, written);
        const { customerCalls, database, writes, usageFacts, clock, randomBytes } = context;
        const events = written.map((event) =>
          'refusal' in event ? event : readMeterEvent(event, client.apiClientId),
        );
        const keys = events.map((event) => (isRefusedEvent(event) ? event.refusal : event));
        const candidates = await usageFacts.candidates(database, client.workspaceId, keys);
        const holdMinutes = await usageFacts.holdMinutes(database, client.workspaceId);
        const answered = await recordEvents({ database: writes, now: clock.now(), randomBytes }, client, {
          events,
          candidates,
          holdMinutes,
        });
        customerCalls.recordAll(client.workspaceId, keys);
        return reply.header('cache-control', 'no-store').send(answered);
      },
    );
  };

function readBody(
  contentType: string | undefined,
  body: unknown,
): readonly (WrittenEvent | RefusedEvent)[] | Refusal {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === cloudEvent) return readCloudEvent(body);
  return mediaType === cloudEvents ? readCloudEvents(body) : readEventEnvelope(body);
}
