import { Type } from 'typebox';
import { markNoticeDone, reopenNotice } from '../../../actions/workspaces/notices.ts';
import { noticeLinks } from '../../../core/workspaces/notice.ts';
import { noticeKinds, noticeTexts } from '../../../core/workspaces/notice-texts.ts';
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
import { instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

const Notice = Type.Object(
  {
    noticeId: uuid,
    kind: {
      ...oneOf(noticeKinds),
      description: 'New versions add kinds: show `title` and `text` of an unknown one.',
    },
    title: Type.String(),
    text: Type.String({ description: 'The cause of the notice.' }),
    whatToDo: Type.String(),
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
    done: Type.Unsafe<{ at: string; by: string } | null>({
      type: ['object', 'null'],
      properties: { at: instant, by: Type.String() },
      required: ['at', 'by'],
    }),
  },
  { $id: 'Notice' },
);

const exampleFacts = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  quantity: 12,
  dimension: 'rows-moved',
  hour: '2026-11-15T08:00:00.000Z',
  customer: 'Contoso',
  product: 'aqueduct',
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  reason: 'InvalidDimension',
};
const example = {
  noticeId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  kind: 'UsageRejected',
  ...noticeTexts({ kind: 'UsageRejected', facts: exampleFacts }),
  links: [...noticeLinks({ kind: 'UsageRejected', facts: exampleFacts })],
  facts: exampleFacts,
  raisedAt: '2026-11-15T09:00:00.000Z',
  mailedAt: null,
  done: null,
};

function viewOf({ noticeId, kind, facts, raisedAt, mailedAt, done }: StoredNotice) {
  const links = noticeLinks({ kind, facts });
  return { noticeId, kind, ...noticeTexts({ kind, facts }), links, facts, raisedAt, mailedAt, done };
}

const path = '/workspaces/:workspaceId/notices';

export const inboxRoutes = adminRoutes((routes, context) => {
  routes.schemas(Notice);
  routes.get(path, {
    access: 'read',
    operationId: 'listNotices',
    summary: 'List notices',
    tags: ['Inbox'],
    querystring: Type.Object({
      ...sortedQuery(noticeOrder),
      state: Type.Optional(oneOf(['Open', 'Done', 'Any'])),
      kind: Type.Optional(oneOf(noticeKinds)),
    }),
    responses: {
      200: countedPageResponse('Notices; by default the open ones.', Type.Ref('Notice'), example),
    },
    handle: ({ workspaceId, query }) => {
      const { state = 'Open', kind = 'Any' } = query;
      const filter: InboxFilter = { state, kind };
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
    tags: ['Inbox'],
    responses: { 200: jsonResponse('The notice.', Type.Ref('Notice'), example) },
    handle: async ({ action, caller, workspaceId, params }) => {
      const done = await markNoticeDone(action, workspaceId, params.noticeId, caller.signature);
      return unlessRefused(done, viewOf);
    },
  });

  routes.delete(`${path}/:noticeId/done`, {
    access: 'change:inbox',
    operationId: 'reopenNotice',
    summary: 'Reopen a notice',
    description: 'Undoes that the notice was marked as done.',
    tags: ['Inbox'],
    responses: { 200: jsonResponse('The notice.', Type.Ref('Notice'), example) },
    handle: async ({ action, workspaceId, params }) =>
      unlessRefused(await reopenNotice(action, workspaceId, params.noticeId), viewOf),
  });
});
