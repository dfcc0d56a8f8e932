export type CsvCell = string | number | boolean | Date | null | undefined;

/** Ids, instants and single words, most cells of a file: nothing to quote or to guard. */
const plain = /^[A-Za-z0-9][\w.:-]*$/;
/** The start of a cell that spreadsheets run as a formula, including full-width signs and leading blanks and separators. */
const formulaStart = /^[\s,;|]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** With a semicolon or a bar as list separator, a cell begins after each, even inside quotes. */
const formulaBehindSeparator = /([;|][\s;|]*)([=+\-@＝＋－＠])/g;

/**
 * One line of a CSV file (RFC 4180). Prevents CSV injection: a text that a spreadsheet would run as a formula gets a
 * leading apostrophe.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  if (plain.test(cell)) return cell;
  const inside = cell.replaceAll(formulaBehindSeparator, "$1'$2");
  const text = formulaStart.test(inside) ? `'${inside}` : inside;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
