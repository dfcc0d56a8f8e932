import { Type } from 'typebox';
import { recordConnectionCheck } from '../../../actions/marketplace/record-check.ts';
import { judgeConnection } from '../../../core/marketplace/connection-check.ts';
import { checks, findingOutcomes } from '../../../core/marketplace/connection-finding.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { answer, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable } from '../schemas.ts';
import { connectionsPath, findConnection } from './connection-view.ts';
import { examineConnection } from './examine-connection.ts';

const Finding = Type.Object(
  {
    check: oneOf(checks),
    outcome: oneOf(findingOutcomes),
    what: Type.String({ description: 'The finding as text.' }),
    howToMend: Type.Unsafe<string | null>({
      ...nullable.text,
      description: 'How to fix it; null: nothing to do.',
    }),
    mappingId: Type.Unsafe<string | null>({
      ...nullable.uuid,
      description: 'The mapping to correct; null if it is not about one.',
    }),
  },
  { $id: 'ConnectionFinding' },
);

/** The worst come first within each check, and a catalogue may have hundreds of mappings. */
const maxFindings = 200;

const example = {
  checkedAt: '2026-11-15T09:00:00.000Z',
  findings: [
    {
      check: 'credential',
      outcome: 'Fine',
      what: 'The identity provider issues a token to the application.',
      howToMend: null,
      mappingId: null,
    },
  ],
};

/** Checks everything that a connection is needed for; each finding says how to fix it. */
export const checkConnectionRoute = adminRoutes((routes, context) => {
  routes.schemas(Finding);
  routes.post(`${connectionsPath}/:connectionId/check`, {
    access: 'change:settings',
    operationId: 'checkMarketplaceConnection',
    summary: 'Check a connection',
    description:
      'Responds within half a minute. A check may have several findings; they are stored as `lastCheck` of the connection.',
    tags: ['Marketplace'],
    answers: {
      200: answer(
        'The findings, in the order in which to fix them.',
        Type.Object({ checkedAt: instant, findings: Type.Array(Type.Ref('ConnectionFinding')) }),
        example,
      ),
    },
    handle: async ({ action, workspaceId, params }) => {
      const connection = await findConnection(context.database, workspaceId, params.connectionId);
      if (isRefusal(connection)) return connection;
      const facts = await examineConnection(context, connection);
      const checkedAt = context.clock.now();
      const findings = judgeConnection(facts, checkedAt).slice(0, maxFindings);
      await recordConnectionCheck(action, connection, { checkedAt, findings });
      return { checkedAt, findings };
    },
  });
});
