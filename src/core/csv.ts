export type CsvCell = string | number | null;

/** What spreadsheets take for a formula when a cell begins with it, tabs and returns before it included. */
const formulaStart = /^[=+\-@\t\r\n]/;

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
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
