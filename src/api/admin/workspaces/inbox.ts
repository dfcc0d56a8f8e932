import { Type } from 'typebox';
import { assignNotice, markNoticeDone, reopenNotice } from '../../../actions/workspaces/notices.ts';
import { noticeLinks } from '../../../core/workspaces/notice.ts';
import { noticeDeadline, noticeKinds, noticeTexts } from '../../../core/workspaces/notice-texts.ts';
import {
  type InboxFilter,
  listNotices,
  loadNoticeTotal,
  noticeOrder,
  type StoredNotice,
} from '../../../storage/workspaces/notices.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

const Notice = Type.Object(
  {
    noticeId: uuid,
    kind: described(oneOf(noticeKinds), 'New versions add kinds: show `title` and `text` of an unknown one.'),
    title: Type.String({ description: 'Of all notices of the kind.' }),
    headline: Type.String({ description: 'The notice in a few words, with names.' }),
    text: Type.String({ description: 'The cause of the notice.' }),
    whatToDo: Type.String(),
    deadline: nullable.object(
      { words: Type.String(), at: instant },
      'Until when something can be done, with the words before the time; null if there is no such time.',
    ),
    links: Type.Array(
      Type.Object({
        label: Type.String(),
        path: Type.String({
          description: 'The page of the portal, below `/portal/{workspace}/`, with its query.',
        }),
      }),
      { description: 'Where the notice is handled, the most useful page first.' },
    ),
    facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    raisedAt: instant,
    mailedAt: nullable.instant,
    done: nullable.object({ at: instant, by: Type.String() }),
    assignee: nullable.object({ memberId: uuid, name: Type.String() }, 'The member who handles the notice.'),
  },
  { $id: 'Notice' },
);

const exampleFacts = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  quantity: 12,
  dimension: 'rows-moved',
  dimensionName: 'Rows moved',
  hour: '2026-11-15T08:00:00.000Z',
  expiresAt: '2026-11-16T08:00:00.000Z',
  customer: 'Contoso',
  product: 'aqueduct',
  productName: 'Aqueduct',
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  reason: 'InvalidDimension',
};
const example = {
  noticeId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  kind: 'UsageRejected',
  ...noticeTexts({ kind: 'UsageRejected', facts: exampleFacts }),
  deadline: { words: 'Report again until', at: exampleFacts.expiresAt },
  links: [
    ...noticeLinks({ kind: 'UsageRejected', facts: exampleFacts }, new Date('2026-11-15T09:00:00.000Z')),
  ],
  facts: exampleFacts,
  raisedAt: '2026-11-15T09:00:00.000Z',
  mailedAt: null,
  done: null,
  assignee: null,
};

function viewAt({ noticeId, kind, facts, raisedAt, mailedAt, done, assignee }: StoredNotice, now: Date) {
  const deadline = noticeDeadline({ kind, facts });
  const links = noticeLinks({ kind, facts }, now);
  const texts = noticeTexts({ kind, facts });
  return { noticeId, kind, ...texts, deadline, links, facts, raisedAt, mailedAt, done, assignee };
}

const path = '/workspaces/:workspaceId/notices';

export const inboxRoutes = adminRoutes('Inbox', (routes, context) => {
  const viewOf = (notice: StoredNotice) => viewAt(notice, context.clock.now());
  routes.schemas(Notice);
  routes.get(path, {
    access: 'read',
    operationId: 'listNotices',
    summary: 'List notices',
    querystring: Type.Object({
      ...sortedQuery(noticeOrder),
      state: Type.Optional(oneOf(['Open', 'Done', 'Any'])),
      kind: Type.Optional(oneOf(noticeKinds)),
      assignedTo: Type.Optional({ ...uuid, description: 'The id of a member.' }),
    }),
    responses: {
      200: countedPageResponse('Notices; by default the open ones.', Type.Ref('Notice'), example),
    },
    handle: ({ workspaceId, query }) => {
      const { state = 'Open', kind = 'Any', assignedTo } = query;
      const filter: InboxFilter = { state, kind, assignedTo };
      return readSortedPage(query, {
        order: noticeOrder,
        read: (page) => listNotices(context.database, workspaceId, { ...filter, ...page }),
        count: () => loadNoticeTotal(context.database, workspaceId, filter),
        viewOf,
      });
    },
  });

  routes.post(`${path}/:noticeId/done`, {
    access: 'change:inbox',
    operationId: 'markNoticeDone',
    summary: 'Mark a notice as done',
    description: 'The first person to do so is recorded.',
    responses: { 200: jsonResponse('The notice.', Type.Ref('Notice'), example) },
    handle: async ({ action, caller, workspaceId, params }) => {
      const done = await markNoticeDone(action, workspaceId, params.noticeId, caller.signature);
      return unlessRefused(done, viewOf);
    },
  });

  routes.put(`${path}/:noticeId/assignee`, {
    access: 'change:inbox',
    operationId: 'assignNotice',
    summary: 'Assign a notice to a member',
    description: 'To a member who has joined the workspace, or to nobody with null.',
    body: Type.Object({ memberId: nullable.uuid }),
    responses: {
      200: jsonResponse('The notice.', Type.Ref('Notice'), {
        ...example,
        assignee: { memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9', name: 'Mara Voss' },
      }),
    },
    handle: async ({ action, workspaceId, params, body }) =>
      unlessRefused(await assignNotice(action, workspaceId, params.noticeId, body.memberId), viewOf),
  });

  routes.delete(`${path}/:noticeId/done`, {
    access: 'change:inbox',
    operationId: 'reopenNotice',
    summary: 'Reopen a notice',
    description: 'Undoes that the notice was marked as done.',
    responses: { 200: jsonResponse('The notice.', Type.Ref('Notice'), example) },
    handle: async ({ action, workspaceId, params }) =>
      unlessRefused(await reopenNotice(action, workspaceId, params.noticeId), viewOf),
  });
});
