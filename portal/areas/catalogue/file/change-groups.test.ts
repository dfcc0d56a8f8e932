import { expect, it } from 'vitest';
import { type FileChange, groupChanges, partOf, summaryOf } from './change-groups.ts';

const change = (action: string, id: string, kind = 'Plan') =>
  ({ action, subject: { kind, id }, before: null, after: null }) as unknown as FileChange;

const changes = [
  change('category.added', 'data', 'Category'),
  change('plan.added', 'aqueduct/gold'),
  change('plan.changed', 'aqueduct/basic'),
  change('plan.added', 'forum/gold'),
  change('plan_mapping.removed', 'forum/basic'),
  change('plan.archived', 'forum/old'),
];

it('groups changes by product, with losses first', () => {
  const groups = groupChanges(changes).map(({ product, changes: own }) => [
    product,
    own.map((one) => `${one.action} ${partOf(one)}`),
  ]);
  expect(groups).toEqual([
    ['forum', ['plan.archived old', 'plan_mapping.removed basic', 'plan.added gold']],
    [null, ['category.added data']],
    ['aqueduct', ['plan.changed basic', 'plan.added gold']],
  ]);
});

it('counts changes by their kind', () => {
  expect([summaryOf([]), summaryOf(changes)]).toEqual(['', '1 archived, 1 removed, 1 changed, 3 added']);
});
