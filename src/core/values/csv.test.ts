import { expect, it } from 'vitest';
import { type CsvCell, csvLine } from './csv.ts';

it.each<[readonly CsvCell[], string]>([
  [['a', 1.5, null], 'a,1.5,'],
  [[new Date('2026-11-15T09:00:00Z'), true, undefined], '2026-11-15T09:00:00.000Z,true,'],
  [['Contoso, Ltd'], '"Contoso, Ltd"'],
  [['the "best"'], '"the ""best"""'],
  [['two\r\nlines'], '"two\r\nlines"'],
  [['=HYPERLINK("http://evil.example")'], '"\'=HYPERLINK(""http://evil.example"")"'],
  [['+1'], '"\'+1"'],
  [['-1'], '"\'-1"'],
  [['@SUM(A1)'], '"\'@SUM(A1)"'],
  [['\t=1'], '"\'\t=1"'],
  [['\r=1'], '"\'\r=1"'],
  [[' =1'], '"\' =1"'],
  [[',=1'], '"\',=1"'],
  [['\u00a0=1'], '"\'\u00a0=1"'],
  [['\ufeff=1'], '"\'\ufeff=1"'],
  [['＝1'], '"\'＝1"'],
  [['＋1'], '"\'＋1"'],
  [['－1'], '"\'－1"'],
  [['＠SUM(A1)'], '"\'＠SUM(A1)"'],
  [[';=1'], '";\'=1"'],
  [['; ;＝1'], '"; ;\'＝1"'],
  [['|@SUM(A1)'], '"|\'@SUM(A1)"'],
  [['Contoso;=1+1'], '"Contoso;\'=1+1"'],
  [['a;b'], 'a;b'],
  [['a=b'], 'a=b'],
  [[-1], '-1'],
  [[''], ''],
])('a CSV cell of %j is escaped', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});
