import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { textYielding } from '../../async/yielding.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type CsvCell, csvLine } from '../../core/values/csv.ts';
import { readRevisionTag, revisionTag } from '../../core/values/entity-tag.ts';
import { maxHeaderLength } from '../http/headers.ts';
import { sendRefusal } from '../http/problem.ts';
import { header } from '../schemas.ts';

type Headers = Readonly<Record<string, string>>;

/** A body with headers of its own. */
export class AdminResponse {
  readonly body: unknown;
  readonly headers: Headers;

  constructor(body: unknown, headers: Headers) {
    this.body = body;
    this.headers = headers;
  }
}

/** A record that can be edited, with its revision as `ETag`. */
export function withRevision<Row extends { readonly revision: number }>(
  found: Row | Refusal,
  viewOf: (row: Row) => unknown,
): AdminResponse | Refusal {
  return isRefusal(found) ? found : new AdminResponse(viewOf(found), { etag: revisionTag(found) });
}

/** The view of a result; a refusal is returned unchanged. */
export function unlessRefused<Result, View>(
  result: Result | Refusal,
  viewOf: (result: Result) => View,
): View | Refusal {
  return isRefusal(result) ? result : viewOf(result);
}

/** Sends the result of a handler. */
export function sendResult(reply: FastifyReply, status: number, result: unknown): FastifyReply {
  // Sign-in has redirected the browser. A reply is a thenable, so it must not be awaited.
  if (reply.sent) return reply;
  if (isRefusal(result)) return sendRefusal(reply, result);
  if (status === 204) return reply.code(204).send(null);
  return result instanceof AdminResponse
    ? reply.code(status).headers(result.headers).send(result.body)
    : reply.code(status).send(result);
}

/**
 * A file that is streamed, no faster than the client reads. Its first part is made before anything is sent, so that an
 * early failure is an error response. A later failure aborts the connection, so that no client takes a part for the
 * whole.
 */
export async function fileResponse(
  { name, contentType }: { readonly name: string; readonly contentType: string },
  parts: AsyncGenerator<string, void>,
): Promise<AdminResponse> {
  const first = await parts.next();
  return new AdminResponse(Readable.from(allOf(first, parts)), {
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

/** The views of each batch. */
export async function* mapBatches<Row, View>(
  batches: AsyncIterable<readonly Row[]>,
  viewsOf: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>,
): AsyncGenerator<readonly View[], void> {
  for await (const rows of batches) yield await viewsOf(rows);
}

/** The columns of a CSV file in their order, each with its cell in a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** A CSV file. The header comes with the first rows, so that a failure to read those is an error response. */
export async function* csvFile<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void> {
  const cells = Object.values(columns);
  let heading = csvLine(Object.keys(columns));
  for await (const rows of batches) {
    for await (const part of textYielding(rows, (row) => csvLine(cells.map((cellOf) => cellOf(row))))) {
      yield heading + part;
      heading = '';
    }
  }
  if (heading !== '') yield heading;
}

/** Sends a CSV file. */
export const sendCsv = <Row>(
  name: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
) => fileResponse({ name, contentType: 'text/csv; charset=utf-8' }, csvFile(columns, batches));

/** The schema of a CSV file. */
export const csvText = (description: string) => ({
  description,
  content: { 'text/csv': { schema: { type: 'string' } } },
});

/** The response of a list's CSV file. */
export const csvResponse = (item: string) =>
  csvText(
    `One line for each ${item}; the first line has the column names. A text that a spreadsheet would evaluate as a ` +
      'formula has an apostrophe before it.',
  );

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

/** Optional in the schema, so that a missing header is 428 and not 400. */
export const ifMatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: maxHeaderLength,
      description: 'The `ETag` of what was read; needed. `*` takes whatever is there.',
    }),
  ),
});

export const revisionHeaders = {
  ETag: header(
    'Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else.',
  ),
};

/** Refuses an edit without `If-Match` (428) or with a tag that is no revision (412). */
export function refuseWithoutRevision({ headers }: FastifyRequest): Refusal | undefined {
  const written = headers['if-match'];
  if (written === undefined) return refuse('request.precondition_required');
  return readRevisionTag(written) === undefined ? refuse('request.precondition_failed') : undefined;
}

/** The revision that an edit is based on. */
export function expectedRevision({ headers, routeOptions }: FastifyRequest): number | 'any' {
  const revision = readRevisionTag(headers['if-match'] ?? '');
  if (revision === undefined) throw new Error(`The route ${routeOptions.url} is not an edit`);
  return revision;
}
