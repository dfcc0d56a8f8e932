import type { UsageRight } from './directory.ts';

export type Filter = (right: UsageRight) => boolean;

const TEXT = `'(?:[^']|'')*'`;
const CLAUSE = new RegExp(
  `\\s*(state|serviceIdentifier)\\s+(?:eq\\s+(${TEXT})|in\\s*\\(\\s*(${TEXT}(?:\\s*,\\s*${TEXT})*)\\s*\\))\\s*`,
  'y',
);
const AND = /and(?=\s)/y;

/** The patterns that Microsoft documents: `eq` and `in` on two properties, joined by `and`. */
export function readFilter(text: string): Filter | undefined {
  const clauses: Filter[] = [];
  let position = 0;
  while (true) {
    CLAUSE.lastIndex = position;
    const [clause, property, single, list] = CLAUSE.exec(text) ?? [];
    if (clause === undefined) return undefined;
    clauses.push(clauseOf(property === 'state' ? 'state' : 'serviceIdentifier', single ?? list ?? ''));
    position += clause.length;
    if (position === text.length) return (right) => clauses.every((matches) => matches(right));
    AND.lastIndex = position;
    if (!AND.test(text)) return undefined;
    position = AND.lastIndex;
  }
}

function clauseOf(property: 'state' | 'serviceIdentifier', values: string): Filter {
  const wanted = (values.match(new RegExp(TEXT, 'g')) ?? []).map((value) =>
    value.slice(1, -1).replaceAll(`''`, `'`),
  );
  return (right) => wanted.includes(right[property]);
}
