import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../steps.ts';
import { csvCeilings, isCsvProblem, readCsv } from './csv-reader.ts';

const read = (text: string) => finish(readCsv(text));

describe('a CSV file is read', () => {
  it.each([
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with CRLF, a byte order mark and no last line break',
      '\ufeffa,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with old line ends',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quoted',
      '"a","b"\n"1,5","say ""yes"""\n',
      [
        ['a', 'b'],
        ['1,5', 'say "yes"'],
      ],
    ],
    [
      'with line breaks in a cell',
      'a,b\n"x\r\ny",2\n',
      [
        ['a', 'b'],
        ['x\r\ny', '2'],
      ],
    ],
    [
      'with empty cells',
      'a,b\n,\n"",x\n',
      [
        ['a', 'b'],
        ['', ''],
        ['', 'x'],
      ],
    ],
    [
      'with blank lines',
      'a,b\n\n1,2\r\n\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with a quotation mark in the middle',
      'a,b\nx"y,5" pipe\n',
      [
        ['a', 'b'],
        ['x"y', '5" pipe'],
      ],
    ],
    [
      'with semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'with tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with the type line of PowerShell',
      '#TYPE System.Data.DataRow\r\n"a","b"\r\n"1","2"',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['with formulas, as text', 'a\n=cmd|x\n', [['a'], ['=cmd|x']]],
    ['empty', '', []],
  ])('%s', (_, text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  it.each([
    ['an open quotation mark', 'a,b\n1,2\n"x,3\n4,5\n', 3, 'without its end'],
    ['text after a quoted cell', 'a,b\n"x"y,3\n', 2, 'after a quoted cell'],
    ['too many cells', 'a,b\n"x\ny",2\n1,2,3\n', 4, 'has 3 cells, but the header has 2'],
    ['too few cells', 'a,b\n1\n', 2, 'has 1 cells'],
    ['a huge cell', `a,b\n1,${'x'.repeat(csvCeilings.fieldLength + 1)}\n`, 2, 'characters'],
    ['a cell of quotation marks', `a,b\n1,"${'""'.repeat(csvCeilings.fieldLength + 1)}\n`, 2, 'characters'],
    ['too many columns', `${'a,'.repeat(csvCeilings.columns)}a\n`, 1, 'columns'],
    ['too many rows', `a\n${'1\n'.repeat(csvCeilings.rows + 1)}`, csvCeilings.rows + 2, 'rows'],
  ])('unless it has %s', (_, text, line, message) => {
    const result = read(text);
    if (!isCsvProblem(result)) throw new Error('It was read');
    expect(result).toEqual({ line, message: expect.stringContaining(message) });
  });

  it('as it was written, whatever the cells, the separator and the line ends are', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é', '#') });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.tuple(
          fc.array(fc.constantFrom('id', 'name', 'x y'), { minLength: width, maxLength: width }),
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
        ),
      );
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        ([header, rows], separator, lineEnd) => {
          const text = [header, ...rows.map((row) => row.map(quoted))].map((row) => row.join(separator));
          expect(read(text.join(lineEnd))).toEqual([header, ...rows]);
        },
      ),
    );
  });

  it('or refused with a line of the file, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\0') }), (text) => {
        const result = read(text);
        if (isCsvProblem(result)) {
          expect(result.line).toBeGreaterThan(0);
          expect(result.line).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
        } else {
          expect(new Set(result.map((row) => row.length)).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
