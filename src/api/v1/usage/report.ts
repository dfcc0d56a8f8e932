import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { recordUsage } from '../../../actions/usage/record.ts';
import { idempotencyKeyMaxLength, readIdempotencyKey } from '../../../core/clients/idempotency-key.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { readUsageEnvelope, readUsageRecords } from '../../../core/usage/reports/record.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../http/problem.ts';
import { bodyRefusals, header, jsonResponse, refusals } from '../../schemas.ts';
import { UsageRequest, usageBatchExample } from './schemas.ts';

export const reportUsageRoute =
  (
    context: GuardContext &
      Pick<ApiContext, 'customerCalls' | 'randomBytes' | 'retention' | 'usageFacts' | 'writes'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/api/v1/metered-usage',
      {
        onRequest: guard(context, 'usage:write'),
        config: { refusesItems: true, exactNumbers: true },
        // Records are refused one by one, so the core parses the body; the schema is only documentation.
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'reportUsage',
          summary: 'Report metered usage',
          description:
            'Each record is checked and saved on its own; a refused record never undoes another. Resubmitting is ' +
            'always safe. Needs the scope `usage:write` and, with a token, the app role `Usage.Write.All`.',
          tags: ['Metered usage'],
          headers: Type.Object({
            'idempotency-key': Type.Optional(
              Type.String({
                minLength: 1,
                // Quoted, with every character escaped.
                maxLength: 2 * idempotencyKeyMaxLength + 2,
                pattern: '^[ -~]+$',
                description: '1 to 255 printable characters, quoted or bare. Stored for at least 24 hours.',
              }),
            ),
          }),
          body: UsageRequest,
          response: {
            200: jsonResponse('What became of each record.', Type.Ref('UsageBatch'), usageBatchExample, {
              'Idempotent-Replayed': header('`true` when the response is that of an earlier request.'),
            }),
            ...refusals(
              ...bodyRefusals,
              'api_client.scope_not_allowed',
              'request.idempotency_key_reused',
              'request.idempotency_in_progress',
            ),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const key = readIdempotencyKey(request.headers['idempotency-key']);
        if (isRefusal(key)) return sendRefusal(reply, key);
        const envelope = readUsageEnvelope(request.body);
        if (isRefusal(envelope)) return sendRefusal(reply, envelope);
        const { customerCalls, database, writes, usageFacts, clock, randomBytes, retention } = context;
        const records = readUsageRecords(envelope);
        const candidates = await usageFacts.candidates(database, client.workspaceId, records);
        const holdMinutes = await usageFacts.holdMinutes(database, client.workspaceId);
        const recorded = await recordUsage(
          { database: writes, now: clock.now(), randomBytes },
          client,
          { records, candidates, holdMinutes },
          key === null
            ? null
            : { key, requestHash: hashOf(request.body), retentionHours: retention.answerHours },
        );
        if (isRefusal(recorded)) return sendRefusal(reply, recorded);
        customerCalls.recordAll(client.workspaceId, records);
        if (recorded.isReplayed) reply.header('idempotent-replayed', 'true');
        return reply
          .header('cache-control', 'no-store')
          .header('content-type', 'application/json; charset=utf-8')
          .send(recorded.text);
      },
    );
  };

function hashOf(body: unknown): Uint8Array {
  return createHash('sha256').update(JSON.stringify(body)).digest();
}
