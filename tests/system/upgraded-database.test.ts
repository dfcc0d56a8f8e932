import { describe, expect, inject, it } from 'vitest';
import { loadDump, tableSizes } from '../support/database/database-dump.ts';
import { createEmptyDatabase } from '../support/database/postgres.ts';
import { migrateDatabase } from '../support/database/restored-data.ts';
import {
  askAll,
  type RecordedAnswer,
  readRelease,
  startRecordedNode,
} from '../support/releases/recorded-release.ts';
import { recordedReleases } from '../support/releases/releases.ts';

/** Reads that answer otherwise since, by the end of their path, each with the reason why nobody is harmed. */
const changed: Readonly<Record<string, string>> = {
  '/overview': 'lists more that needs attention',
  '/notices': 'tells to report rejected usage again at the report, no longer in a later hour',
};

/** The read that lists the same items in another order since: customers by name, no longer by tenant id. */
function withCustomersById(answer: RecordedAnswer | undefined): object {
  if (!answer?.path.endsWith('/customers')) return answer ?? {};
  const { items, ...page } = answer.body as { readonly items: readonly { readonly tenantId: string }[] };
  const byId = items.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
  return { ...answer, body: { ...page, items: byId } };
}

/** Texts for people may be worded otherwise since; the codes beside them may not change. */
const texts: readonly string[] = ['words', 'summary'];
function withoutTexts(answer: object): object {
  return JSON.parse(JSON.stringify(answer), (key, value) => (texts.includes(key) ? undefined : value));
}

const comparable = (answer: RecordedAnswer | undefined) => withoutTexts(withCustomersById(answer));

describe.each(recordedReleases())('a database of the release %s', (version) => {
  it('has rows in every table, is migrated, and answers as it did', async () => {
    const { dump, recorded } = await readRelease(version);
    const url = await createEmptyDatabase(inject('postgresUrl'));
    await loadDump(url, dump);
    expect((await tableSizes(url)).filter(({ rows }) => rows === 0)).toEqual([]);

    await migrateDatabase(url);
    const node = await startRecordedNode(url, recorded);
    const answers = await askAll(node, recorded, recorded.answers).finally(() => node.stop());
    expect(answers.length).toBeGreaterThan(70);
    for (const [index, answer] of answers.entries()) {
      if (Object.keys(changed).some((end) => answer.path.endsWith(end))) continue;
      // Later releases may add members.
      expect(comparable(answer), answer.path).toMatchObject(comparable(recorded.answers[index]));
    }
  });
});
