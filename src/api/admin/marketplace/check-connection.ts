import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { judgeConnection } from '../../../core/marketplace/connection-check.ts';
import { checks, findingOutcomes } from '../../../core/marketplace/connection-finding.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { findConnectionView } from '../../../storage/marketplace/connection-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, oneOf } from '../../schemas.ts';
import { memberOf } from '../access.ts';
import { changeRefusals, instant, nullable, workspacePath } from '../schemas.ts';
import { connectionsPath } from './connection-view.ts';
import { examineConnection } from './examine-connection.ts';

const Finding = Type.Object(
  {
    check: oneOf(checks),
    outcome: oneOf(findingOutcomes),
    what: Type.String({ description: 'What was found, for people.' }),
    howToMend: Type.Unsafe<string | null>({
      ...nullable.text,
      description: 'What to do about it; null where there is nothing to do.',
    }),
  },
  { $id: 'ConnectionFinding' },
);

const example = {
  checkedAt: '2026-11-15T09:00:00.000Z',
  findings: [
    {
      check: 'credential',
      outcome: 'Fine',
      what: 'The identity provider issues a token to the application.',
      howToMend: null,
    },
  ],
};

/** The doctor: tries everything that a connection is needed for, and says how to mend what does not work. */
export const checkConnectionRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(Finding);
    app.post(
      `${connectionsPath}/:connectionId/check`,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'checkMarketplaceConnection',
          summary: 'Check a connection from end to end',
          description:
            'It changes nothing, and answers within half a minute. A check may have several findings.',
          tags: ['Marketplace'],
          params: workspacePath('connectionId'),
          response: {
            200: answer(
              'The findings, in the order in which they would be mended.',
              Type.Object({ checkedAt: instant, findings: Type.Array(Type.Ref('ConnectionFinding')) }),
              example,
            ),
            ...changeRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { connectionId } = request.params;
        const connection = await findConnectionView(context.database, workspaceId, connectionId);
        if (!connection) return sendRefusal(reply, refuseUnknown('connectionId', 'marketplace connection'));
        const facts = await examineConnection(context, connection);
        const checkedAt = context.clock.now();
        return reply.send({ checkedAt, findings: judgeConnection(facts, checkedAt) });
      },
    );
  };
