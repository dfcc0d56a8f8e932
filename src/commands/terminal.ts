/** What is written for people. Nothing of it is for programs: they read `--json`. */

const isTerminal = process.stdout.isTTY === true;

/** Undefined where the output is no terminal: nothing is cut then. */
const width = isTerminal ? process.stdout.columns : undefined;

/** Texts of customers and partners must not move the cursor or change colours. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? ' ' : '\u{fffd}'));
}

const colours = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

export type Paint = (text: string, colour: keyof typeof colours) => string;

/** Colours for a terminal, unless NO_COLOR is set. */
export function paintFor({ NO_COLOR }: Readonly<Record<string, string | undefined>>): Paint {
  const isOn = isTerminal && !NO_COLOR;
  return (text, colour) => (isOn ? `\u{1b}[${colours[colour]}m${text}\u{1b}[0m` : text);
}

/** A reader that has seen enough, such as `head`, is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, isTerminal ? 2 : 0)}\n`);
}

/** Progress of long work, on the standard error; a terminal only, so that logs of CI stay short. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

/**
 * The lines of a table that fits the terminal, the headings first.
 *
 * @param flexible the columns that may be cut, the widest first
 */
export function tableLines(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  flexible: readonly string[],
  available = width,
): string[] {
  const cells = [headings, ...rows].map((row) => row.map((cell) => printable(String(cell ?? '–'))));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const mayShrink = headings.flatMap((heading, column) => (flexible.includes(heading) ? [column] : []));
  if (available !== undefined) shrink(widths, mayShrink, available - 2 * (headings.length - 1));
  return cells.map((row) =>
    row
      .map((cell, column) => fitted(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const smallest = 6;

function shrink(widths: number[], mayShrink: readonly number[], available: number): void {
  const total = () => widths.reduce((sum, each) => sum + each, 0);
  while (total() > available) {
    const widest = mayShrink.reduce(
      (a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a),
      mayShrink[0] ?? 0,
    );
    const size = widths[widest] ?? 0;
    if (size <= smallest) return;
    widths[widest] = size - 1;
  }
}

function fitted(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(0, length - 1))}…` : text.padEnd(length);
}

/** `1 change`, `2 changes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `Name    value` lines. */
export function facts(rows: readonly (readonly [string, string | number | null])[]): string {
  const longest = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, value]) => `${name.padEnd(longest)}  ${printable(String(value ?? '–'))}`)
    .join('\n');
}
