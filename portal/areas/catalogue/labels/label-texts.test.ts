import { expect, it } from 'vitest';
import { capabilityLabels, labelledKey, labelName } from './label-texts.ts';

const label = { name: 'Uploads', description: null, isHidden: false, unit: 'MB', absentMeans: null } as const;

it('a name without a label is shown as it is', () => {
  const labels = { capabilities: {}, limits: { uploads: label } };
  expect(labelName(labels, 'limits', 'uploads')).toBe('Uploads');
  expect(labelName(labels, 'capabilities', 'uploads')).toBe('uploads');
  expect(labelName(undefined, 'limits', 'uploads')).toBe('uploads');
});

it('a key is shown behind its name', () => {
  const labels = { capabilities: {}, limits: { uploads: label } };
  expect(labelledKey(labels, 'limits', 'uploads')).toBe('Uploads (uploads)');
  expect(labelledKey(labels, 'capabilities', 'uploads')).toBe('uploads');
});

it('a capability of several products has each of its names', () => {
  const product = (name: string | null, description: string | null = null) => ({
    slug: 'forum',
    name: 'Forum',
    plans: [],
    labels: { capabilities: { search: { name, description, isHidden: false } }, limits: {} },
  });
  const shown = (...products: ReturnType<typeof product>[]) =>
    capabilityLabels(products, 'search').capabilities.search;
  expect(shown(product('Search', 'In all rooms.'))).toMatchObject({
    name: 'Search',
    description: 'In all rooms.',
  });
  expect(shown(product('Search'), product('Find'), product('Search'))?.name).toBe('Search / Find');
  expect(shown(product(null))?.name).toBeNull();
});
