export type CsvCell = string | number | null;

/** What spreadsheets take for a formula at the beginning of a cell: full-width signs, and blanks and separators before it, too. */
const formulaStart = /^[\s,;|]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Where the list separator is a semicolon or a bar, a cell begins behind each, quotes or not. */
const formulaBehindSeparator = /([;|][\s;|]*)([=+\-@＝＋－＠])/g;

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula has an apostrophe before it, by which
 * spreadsheets know text: a customer's name must not call out from the machine of whoever opens the file.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inside = cell.replaceAll(formulaBehindSeparator, "$1'$2");
  const text = formulaStart.test(inside) ? `'${inside}` : inside;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
