import { expect, it } from 'vitest';
import { lossesIn, lossText } from './losses.ts';

const change = (action: string, id: string) => ({ action, subject: { id } });

it.each([
  [[], ''],
  [[change('plan.changed', 'a/b')], ''],
  [[change('product.archived', 'a')], 'archive 1 product'],
  [['a', 'b', 'c', 'd', 'e'].map((id) => change('product.archived', id)), 'archive 5 products'],
  [[change('plan.archived', 'a/b'), change('product.archived', 'c')], 'archive 1 product and 1 plan'],
  [[change('plan.removed', 'a/b'), change('product.removed', 'c')], 'remove 2 drafts'],
  [[change('plan.archived', 'a/b'), change('plan.removed', 'a/c')], 'archive 1 plan, remove 1 draft'],
])('describes the losses %j: %s', (changes, text) => {
  expect(lossText(lossesIn({ changes } as never))).toBe(text);
});

const products = [
  { slug: 'scribe', name: 'Scribe', plans: [{ slug: 'basic', name: 'Basic monthly' }] },
  { slug: 'forum', name: 'Forum', plans: [] },
  { slug: 'forum-2', name: 'Forum', plans: [] },
];

it.each([
  [[change('product.archived', 'scribe')], { products: ['Scribe'] }],
  [[change('plan.archived', 'scribe/basic')], { plans: ['Scribe: Basic monthly'] }],
  [
    [change('product.removed', 'forum'), change('plan.removed', 'scribe/basic')],
    { drafts: ['Forum', 'Scribe: Basic monthly'] },
  ],
  [
    ['forum', 'forum-2'].map((id) => change('product.archived', id)),
    { products: ['Forum (forum)', 'Forum (forum-2)'] },
  ],
  [
    [change('product.archived', 'unknown'), change('plan.archived', 'scribe/old')],
    { products: ['unknown'], plans: ['Scribe: old'] },
  ],
])('names the losses %j', (changes, named) => {
  expect(lossesIn({ changes, products } as never)).toMatchObject(named);
});
