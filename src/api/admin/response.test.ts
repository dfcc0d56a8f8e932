import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { csvFile, fileResponse, jsonLines, readInBatches, rowsPerRead, sendResult } from './response.ts';

/** Serves the chunks as a file, then fails. */
async function served(parts: readonly string[]): Promise<Response> {
  async function* failing() {
    yield* parts;
    throw new Error('the database has gone');
  }
  const app = fastify();
  const file = { name: 'usage.csv', contentType: 'text/csv; charset=utf-8' };
  app.get('/', async (_request, reply) => sendResult(reply, 200, await fileResponse(file, failing())));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const answer = await fetch(url);
    const text = await answer.text().catch(() => 'broken off');
    return new Response(text, { status: answer.status, headers: answer.headers });
  } finally {
    await app.close();
  }
}

it('an error before the first chunk is a problem document', async () => {
  const answer = await served([]);
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([500, null]);
});

it('an error after the first chunk aborts the connection', async () => {
  const answer = await served(['hour,quantity\r\n', '2026-11-15T08:00:00.000Z,1\r\n']);
  expect([answer.status, await answer.text()]).toEqual([200, 'broken off']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
});

/** A stored list of numbers, read after the last one; and how many rows each read returned. */
function numbers(count: number) {
  const reads: number[] = [];
  const read = async (last: number | undefined) => {
    const after = last ?? 0;
    const rows = Array.from(
      { length: Math.min(rowsPerRead, count - after) },
      (_, index) => after + index + 1,
    );
    reads.push(rows.length);
    return rows;
  };
  return { reads, batches: readInBatches(read) };
}

async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe.each([
  { count: 0, reads: [0] },
  { count: 1, reads: [1] },
  { count: rowsPerRead, reads: [rowsPerRead, 0] },
  { count: 3 * rowsPerRead - 1, reads: [rowsPerRead, rowsPerRead, rowsPerRead - 1] },
])('a list of $count', ({ count, reads }) => {
  const all = Array.from({ length: count }, (_, index) => index + 1);

  it('is read to its end, at most so many rows at a time', async () => {
    const list = numbers(count);
    const seen: number[] = [];
    for await (const rows of list.batches) seen.push(...rows);
    expect([seen, list.reads]).toEqual([all, reads]);
  });

  it('is a CSV file with one heading', async () => {
    const text = await joined(csvFile({ number: (number) => number }, numbers(count).batches));
    expect(text).toBe(['number', ...all].map((line) => `${line}\r\n`).join(''));
  });

  it('is a JSON list', async () => {
    const text = await joined(jsonLines(numbers(count).batches, (number) => ({ number })));
    expect(JSON.parse(`[${text}]`)).toEqual(all.map((number) => ({ number })));
  });
});

it('reads one batch ahead and no further', async () => {
  const { batches, reads } = numbers(5 * rowsPerRead);
  await batches.next();
  expect(reads).toEqual([rowsPerRead, rowsPerRead]);
  await batches.next();
  expect(reads).toHaveLength(3);
});

it('throws the failure of a later read after the rows before it', async () => {
  let count = 0;
  const batches = readInBatches(async () => {
    count += 1;
    if (count > 1) throw new Error('the database has gone');
    return Array.from({ length: rowsPerRead }, (_, index) => index);
  });
  expect((await batches.next()).value).toHaveLength(rowsPerRead);
  await expect(batches.next()).rejects.toThrow('has gone');
});

it('sends no heading when the first rows cannot be read', async () => {
  const failing = readInBatches<string>(() => Promise.reject(new Error('the database has gone')));
  await expect(csvFile({ number: (text) => text }, failing).next()).rejects.toThrow('has gone');
});
