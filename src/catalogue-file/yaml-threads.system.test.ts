import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { done } from '../../tests/support/done.ts';
import { plan, product } from '../../tests/support/worlds/products.ts';
import { checkCeilings } from '../core/catalogue/ceilings.ts';
import { compareCatalogues } from '../core/catalogue/changes.ts';
import { isRefusal } from '../core/refusal.ts';
import { finish } from '../core/steps.ts';
import { readCatalogueFile } from './read-catalogue-file.ts';
import { writeCatalogueFile } from './write-catalogue-file.ts';
import { readInThread } from './yaml-threads.ts';

/** Tries every division of a text of a's. */
const endless = Type.Object({ name: Type.String({ pattern: '^(a+)+$' }) });

it('refuses a file that takes too long, and does not block meanwhile', async () => {
  let isRead = false;
  const read = readInThread(`name: ${'a'.repeat(50)}b`, endless, 'a workspace').finally(() => {
    isRead = true;
  });
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    expect(isRead).toBe(false);
  }
  expect(await read).toMatchObject({
    code: 'request.validation_failed',
    args: { issues: [{ path: 'file', rule: 'cost' }] },
  });
});

describe('an expensive file', () => {
  it('runs beside at most two others; a few wait, and more are refused at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 14 }, (_, index) => readCatalogueFile('version: 1\ncategories: 7', `${index}`)),
    );
    const codes = results.map((read) => isRefusal(read) && read.code);
    expect(codes.filter((code) => code === 'service.unavailable')).toHaveLength(2);
    expect(codes.filter((code) => code === 'request.validation_failed')).toHaveLength(12);
    expect(await readCatalogueFile('version: 1', 'one')).toEqual({ categories: [], products: [] });
  });

  it('is one of at most three of its workspace', async () => {
    const file = 'version: 1\ncategories: 7';
    const own = Array.from({ length: 5 }, () => readCatalogueFile(file, 'one'));
    const codes = (await Promise.all([...own, readCatalogueFile(file, 'other')])).map(
      (read) => isRefusal(read) && read.code,
    );
    expect(codes.filter((code) => code === 'request.rate_limited')).toHaveLength(2);
    expect(codes[5]).toBe('request.validation_failed');
    expect(await readCatalogueFile('version: 1', 'one')).toEqual({ categories: [], products: [] });
  });
});

it('the largest catalogue round-trips through JSON', async () => {
  const dimensions = Array.from({ length: 100 }, (_, index) => ({
    id: `dimension-${index}`,
    name: `Dimension "${index}"`,
    unit: 'rows',
  }));
  const plans = (of: number) =>
    Array.from({ length: 100 }, (_, index) => {
      const names = { sourceName: 'Marketplace', offerId: `offer-${of}`, planId: `plan-${index}` };
      return plan(`plan-${index}`, { marketplace: [{ ...names, dimensions }] });
    });
  const largest = {
    categories: [],
    products: Array.from({ length: 5 }, (_, index) => product(`p-${index}`, { plans: plans(index) })),
  };
  expect(finish(checkCeilings({ categories: [], products: [] }, largest))).toEqual([]);
  const text = done(await writeCatalogueFile(largest, 'json', 'largest'));
  expect(text.length).toBeGreaterThan(3_000_000);
  expect(finish(compareCatalogues(largest, done(await readCatalogueFile(text, 'largest'))))).toEqual([]);
});
