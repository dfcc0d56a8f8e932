import { placementOf } from '../../../src/storage/cluster/distribution.ts';

/** The migrations of the first release: an empty database has no nodes to break, and is distributed after them. */
export const isBaseline = (name: string) => name <= '0008_webhooks.sql';

interface Rule {
  readonly forbids: string;
  readonly finds: (statement: string) => boolean;
}

/** Statements that break or block running nodes of the previous version. */
const rules: readonly Rule[] = [
  { forbids: 'drop column', finds: (statement) => /\bdrop column\b/.test(statement) },
  { forbids: 'drop table', finds: (statement) => /^drop table\b/.test(statement) },
  { forbids: 'rename', finds: (statement) => /\brename\b/.test(statement) },
  {
    forbids: 'another type of a column',
    finds: (statement) => /\balter (column )?\w+ (set data )?type\b/.test(statement),
  },
  { forbids: 'set not null', finds: (statement) => /\bset not null\b/.test(statement) },
  { forbids: 'drop default', finds: (statement) => /\bdrop default\b/.test(statement) },
  {
    forbids: 'a column that is not null and has no default',
    finds: (statement) =>
      statement
        .split(/\badd (?:column )?/)
        .slice(1)
        .some(
          (column) =>
            /\bnot null\b/.test(column) && !/\bdefault\b|^constraint\b|^check\b|\bgenerated\b/.test(column),
        ),
  },
  {
    forbids: 'a constraint that is checked at once (add it not valid, validate it later)',
    finds: (statement) =>
      /\badd (constraint|check|foreign key|unique|primary key)\b/.test(statement) &&
      !/\bnot valid\b/.test(statement),
  },
  {
    forbids: 'an index without "concurrently" (a file of its own that begins with "-- no-transaction")',
    finds: (statement) => /^create (unique )?index (?!concurrently)/.test(statement),
  },
];

/**
 * Statements on existing tables that expand and contract forbids. A line `-- allowed: reason` before a statement
 * permits it: a column unused for a version, a table of ten rows.
 */
export function migrationViolations(text: string, tablesBefore: ReadonlySet<string>): readonly string[] {
  return text
    .split(';')
    .filter((written) => !/^\s*-- allowed: \S/m.test(written))
    .map((written) => withoutComments(written).replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => tablesBefore.has(tableOf(statement)))
    .flatMap((statement) =>
      rules.filter(({ finds }) => finds(statement)).map(({ forbids }) => `${forbids}: ${statement}`),
    );
}

export function tablesCreatedIn(text: string): readonly string[] {
  return [...withoutComments(text).matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name = '']) =>
    name.toLowerCase(),
  );
}

/**
 * Foreign keys of new tables to tables that are distributed on a cluster. A new table is distributed when its migration
 * is over, and before that it cannot refer to them: the next migration adds the key.
 */
export function prematureForeignKeys(text: string): readonly string[] {
  const created = new Set(tablesCreatedIn(text));
  return withoutComments(text)
    .toLowerCase()
    .split(';')
    .filter((statement) => /create table/.test(statement))
    .flatMap((statement) => [...statement.matchAll(/\breferences (\w+)/g)].map(([, name = '']) => name))
    .filter((name) => !created.has(name) && placementOf(name) === 'distributed');
}

function tableOf(statement: string): string {
  const pattern =
    /^alter table (?:if exists )?(?:only )?(\w+)|^create (?:unique )?index .*?\bon (?:only )?(\w+)|^drop table (?:if exists )?(\w+)/;
  const [, altered, indexed, dropped] = pattern.exec(statement) ?? [];
  return altered ?? indexed ?? dropped ?? '';
}

function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, '');
}
