import { Readable } from 'node:stream';
import { textYielding } from '../../async/yielding.ts';
import { type CsvCell, csvLine } from '../../core/csv.ts';
import { Answer } from './answer.ts';

/**
 * A file that is streamed, no faster than the client reads. Its first part is made before anything is sent, so that an
 * early failure is an error response. A later failure aborts the connection, so that no client takes a part for the
 * whole.
 */
export async function fileAnswer(
  { name, contentType }: { readonly name: string; readonly contentType: string },
  parts: AsyncGenerator<string, void>,
): Promise<Answer> {
  const first = await parts.next();
  return new Answer(Readable.from(allOf(first, parts)), {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/** Rows per read: few enough to block the event loop for only a few milliseconds. */
export const rowsPerRead = 500;

/**
 * Reads a list to its end in batches; each read begins after the last row of the previous one. The next batch is read while
 * the caller works on this one, so that the database does not wait for the caller.
 */
export async function* readInBatches<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  for (let next: Promise<readonly Row[]> | undefined = read(undefined); next; ) {
    const rows: readonly Row[] = await next;
    next = rows.length === rowsPerRead ? read(rows.at(-1)) : undefined;
    // A failure is thrown when its turn comes, and ignored if the caller stops before.
    next?.catch(() => undefined);
    yield rows;
  }
}

/** A CSV file. The header comes with the first rows, so that a failure to read those is an error response. */
export async function* csvFile<Row>(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly CsvCell[],
): AsyncGenerator<string, void> {
  let heading = csvLine(columns);
  for await (const rows of batches) {
    for await (const part of textYielding(rows, (row) => csvLine(cellsOf(row)))) {
      yield heading + part;
      heading = '';
    }
  }
  if (heading !== '') yield heading;
}

/** The response of a list's CSV file. */
export function csvAnswer(item: string) {
  return {
    description:
      `One line for each ${item}; the first line has the column names. A text that a spreadsheet would evaluate as a ` +
      'formula has an apostrophe before it.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  };
}

/** The items of a JSON list, one per line. */
export async function* jsonLines<Row>(
  batches: AsyncIterable<readonly Row[]>,
  viewOf: (row: Row) => unknown,
): AsyncGenerator<string, void> {
  let separator = '\n';
  for await (const rows of batches) {
    yield* textYielding(rows, (row) => {
      const text = `${separator}${JSON.stringify(viewOf(row))}`;
      separator = ',\n';
      return text;
    });
  }
}

async function* allOf(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (!first.done) yield first.value;
  yield* rest;
}
