import { expect, it } from 'vitest';
import { apiErrorFrom } from './api-error.ts';

const problem = (detail: string, args: object) =>
  new Response(JSON.stringify({ code: 'category.has_products', title: 'No', detail, args, requestId: '1' }), {
    headers: { 'content-type': 'application/problem+json' },
  });

it.each([
  ['Remove the products in `args.products` first.', { products: ['forum', 'mosaic'] }, 'forum, mosaic'],
  ['At most `args.products` can be open.', { products: 3 }, '3'],
  ['Omit `args.products`.', { products: { forum: 1 } }, '`args.products`'],
])('shows %s with the values of %o', async (detail, args, shown) => {
  const { advice } = await apiErrorFrom(problem(detail, args));
  expect(advice).toBe(detail.replace('`args.products`', shown));
});
