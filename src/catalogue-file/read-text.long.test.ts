import { expect, it } from 'vitest';
import { CatalogueFile } from './file-schema.ts';
import { readYaml } from './read-text.js';

const manyKeys = Array.from({ length: 20_000 }, (_, index) => `k${index}: true\n`).join('');
it.each([
  ['a list that is nested without end', `version: ${'['.repeat(100_000)}`],
  ['more values than a catalogue has', `version: 1\ncategories: [${'1,'.repeat(60_000)}]`],
  ['a name twice among very many', `version: 1\n${manyKeys}k7: true\n`],
  ['nothing but errors', `version: "${'\\x'.repeat(20_000)}"`],
])('a long text is refused with few issues: %s', (_, text) => {
  const read = readYaml(text, CatalogueFile);
  const issues = 'issues' in read ? read.issues : [];
  expect(issues.map((issue) => issue.path)).toContain('file');
  expect(issues.length).toBeLessThanOrEqual(10);
});
