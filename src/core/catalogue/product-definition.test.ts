import { expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { finish } from '../steps.ts';
import { checkProductDefinition, type ProductDefinition } from './product-definition.ts';

const edition = { slug: 'standard', name: 'Standard', rank: 10 };
const metered = [
  { sourceName: 's', offerId: 'o', planId: 'p', dimensions: [{ id: 'd', name: 'D', unit: 'u' }] },
];

it.each<[string, Partial<ProductDefinition>, string[]]>([
  ['a valid product', { plans: [plan('monthly', { marketplace: metered })] }, []],
  ['a bad slug', { slug: 'Bad Slug' }, ['slug slug']],
  ['no type', { types: [] }, ['types minItems']],
  ['an application at an https address', { applicationUrl: 'https://forum.example/start' }, []],
  ['a blank address', { applicationUrl: '' }, ['applicationUrl url']],
  ['NUL in an address', { applicationUrl: 'https://forum.example/\0' }, ['applicationUrl url']],
  ['a blank name', { name: ' \u00a0' }, ['name name']],
  ['a tab in an address', { applicationUrl: 'https://forum.example/\tx' }, ['applicationUrl url']],
  ['a password', { applicationUrl: 'https://user:pw@forum.example' }, ['applicationUrl url']],
  ['a password for support', { supportContact: 'https://user:pw@forum.example' }, ['supportContact contact']],
  ['no application', { applicationUrl: null }, []],
  ['a support address', { supportContact: 'help@forum.example' }, []],
  ['a support page', { supportContact: 'https://forum.example/help' }, []],
  ['a script as support', { supportContact: 'javascript:alert(1)' }, ['supportContact contact']],
  ['an accent colour', { accentColour: '#1A5fb4' }, []],
  ['a colour by name', { accentColour: 'red' }, ['accentColour colour']],
  ['an application URL without TLS', { applicationUrl: 'http://forum.example' }, ['applicationUrl url']],
  [
    'an application URL with the script scheme',
    { applicationUrl: 'javascript:alert(1)' },
    ['applicationUrl url'],
  ],
  ['a bad edition slug', { editions: [{ ...edition, slug: 'X' }] }, ['editions.0.slug slug']],
  ['a rank with a fraction', { editions: [{ ...edition, rank: 1.5 }] }, ['editions.0.rank integer']],
  ['a duplicate edition', { editions: [edition, { ...edition, rank: 20 }] }, ['editions.1.slug unique']],
  ['a duplicate rank', { editions: [edition, { ...edition, slug: 'other' }] }, ['editions.1.rank unique']],
  ['a bad plan slug', { plans: [plan('Monthly!')] }, ['plans.0.slug slug']],
  ['a duplicate plan', { plans: [plan('monthly'), plan('monthly')] }, ['plans.1.slug unique']],
  ['an unknown edition', { plans: [plan('monthly', { edition: 'x' })] }, ['plans.0.edition reference']],
  [
    'a metered dimension on a per-user plan',
    { plans: [plan('seats', { billingModel: 'PerUser', marketplace: metered })] },
    ['plans.0.marketplace.0.dimensions flatRate'],
  ],
  ['all issues at once', { slug: '', types: [] }, ['slug slug', 'types minItems']],
])('checks %s', (_case, rest, expected) => {
  const issues = finish(checkProductDefinition(product('forum', rest)));
  expect(issues.map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
});
