import type { Steps } from '../steps.ts';

/** Bounds what a hostile file can make grow. */
export const csvCeilings = { rows: 20_000, columns: 500, fieldLength: 100_000 } as const;

export interface CsvProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The cells of each row by position; the first row is the header. */
export type CsvRows = readonly (readonly string[])[];

const byteOrderMark = '\ufeff';
/** Windows PowerShell writes this line before the header. */
const typeLine = /^#TYPE [^\n]*\n/;
const separators = [',', ';', '\t'];

/**
 * Reads a CSV file (RFC 4180) with a header: quoted cells may have separators, line breaks and doubled quotation marks.
 * Lines end with CRLF or LF; blank lines are skipped. The separator is the one that the header has most of, because
 * spreadsheets write semicolons in some countries. A quotation mark inside a cell that does not begin with one is text.
 */
export function* readCsv(text: string): Steps<CsvRows | CsvProblem> {
  const written = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const skipped = typeLine.exec(written)?.[0] ?? '';
  const reader = new Reader(written.slice(skipped.length), skipped === '' ? 1 : 2);
  return yield* reader.read();
}

export function isCsvProblem(read: CsvRows | CsvProblem): read is CsvProblem {
  return !Array.isArray(read);
}

class Reader {
  readonly #text: string;
  readonly #separator: string;
  readonly #end: RegExp;
  #at = 0;
  #line: number;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
    this.#separator = separatorOf(text);
    this.#end = new RegExp(`[${this.#separator}\r\n]`, 'g');
  }

  *read(): Steps<CsvRows | CsvProblem> {
    const rows: (readonly string[])[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#line;
      const row = yield* this.#readRow();
      if ('message' in row) return row;
      if (row.length === 1 && row[0] === '') continue;
      const width = rows[0]?.length ?? row.length;
      if (row.length !== width) {
        const advice = 'quote cells that have a separator or a line break';
        return { line, message: `has ${row.length} cells, but the header has ${width}: ${advice}` };
      }
      if (rows.length > csvCeilings.rows) return { line, message: `is past ${csvCeilings.rows} rows` };
      rows.push(row);
    }
    return rows;
  }

  *#readRow(): Steps<readonly string[] | CsvProblem> {
    const row: string[] = [];
    for (;;) {
      yield;
      const cell = this.#text[this.#at] === '"' ? this.#readQuoted() : this.#readPlain();
      if (typeof cell !== 'string') return cell;
      if (cell.length > csvCeilings.fieldLength) return longCell(this.#line);
      row.push(cell);
      if (row.length > csvCeilings.columns) {
        return { line: this.#line, message: `has more than ${csvCeilings.columns} columns` };
      }
      if (this.#text[this.#at] === this.#separator) {
        this.#at += 1;
        continue;
      }
      this.#skipLineBreak();
      return row;
    }
  }

  #readPlain(): string {
    this.#end.lastIndex = this.#at;
    const end = this.#end.exec(this.#text)?.index ?? this.#text.length;
    const cell = this.#text.slice(this.#at, end);
    this.#at = end;
    return cell;
  }

  #readQuoted(): string | CsvProblem {
    const line = this.#line;
    const parts: string[] = [];
    let from = this.#at + 1;
    for (;;) {
      if (from - this.#at > 2 * csvCeilings.fieldLength) return longCell(line);
      const quote = this.#text.indexOf('"', from);
      if (quote < 0) return { line, message: 'has a quotation mark without its end' };
      parts.push(this.#text.slice(from, quote));
      if (this.#text[quote + 1] !== '"') {
        this.#at = quote + 1;
        break;
      }
      parts.push('"');
      from = quote + 2;
    }
    const cell = parts.join('');
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) this.#line += 1;
    const next = this.#text[this.#at];
    if (next === undefined || next === this.#separator || next === '\r' || next === '\n') return cell;
    return { line, message: 'has text after a quoted cell: double the quotation marks inside a cell' };
  }

  #skipLineBreak(): void {
    if (this.#text[this.#at] === '\r') this.#at += 1;
    if (this.#text[this.#at] === '\n') this.#at += 1;
    this.#line += 1;
  }
}

const longCell = (line: number): CsvProblem => ({
  line,
  message: `has a cell of more than ${csvCeilings.fieldLength} characters`,
});

function separatorOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text.slice(0, csvCeilings.fieldLength))?.[0] ?? '';
  const counts = separators.map((separator) => header.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}
