import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  isBaseline,
  migrationViolations,
  prematureForeignKeys,
  tablesCreatedIn,
} from '../../../tests/support/database/migration-rules.ts';

const before = new Set(['plans']);

describe('expand and contract', () => {
  it.each([
    ['alter table plans drop column name', 'drop column'],
    ['drop table plans', 'drop table'],
    ['alter table plans rename column name to title', 'rename'],
    ['alter table plans alter column name type varchar(10)', 'another type'],
    ['alter table plans alter column name set not null', 'set not null'],
    ['alter table plans alter column name drop default', 'drop default'],
    ['alter table plans add column name text not null', 'not null and has no default'],
    ['alter table plans add name text not null', 'not null and has no default'],
    [
      "alter table plans add column a text default '', add column b text not null",
      'not null and has no default',
    ],
    ['ALTER TABLE plans\n  ADD CONSTRAINT c CHECK (name <> $$$$)', 'checked at once'],
    ['create index plans_by_name on plans (name)', 'without "concurrently"'],
    ['create unique index plans_by_name on plans (name)', 'without "concurrently"'],
  ])('refuses %s', (text, expected) => {
    expect(migrationViolations(`${text};`, before)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    'alter table plans add column name text',
    'alter table plans add column name text not null default $$$$',
    "alter table plans add column a text not null default '', add column b text",
    'alter table plans add constraint c check (true) not valid',
    'alter table plans validate constraint c',
    'alter table plans set (fillfactor = 80)',
    'create index concurrently if not exists plans_by_name on plans (name)',
    'create table editions (name text not null); create index editions_by_name on editions (name)',
    '-- allowed: nothing has read it since 0.3\nalter table plans drop column name',
    "-- not null is spoken of here\ninsert into plans values ('rename')",
  ])('allows %s', (text) => {
    expect(migrationViolations(`${text};`, before)).toEqual([]);
  });

  it('exempts tables that the migration creates', () => {
    expect(
      tablesCreatedIn('create table a (b text);\n-- create table c\nCREATE TABLE IF NOT EXISTS D ()'),
    ).toEqual(['a', 'd']);
  });
});

describe('a foreign key of a new table', () => {
  it.each([
    ['create table a (workspace_id uuid references workspaces)', []],
    ['create table a (b uuid references products)', ['products']],
    ['create table a (b uuid, foreign key (b) references plans on delete cascade)', ['plans']],
    ['create table a (b uuid); create table c (b uuid references a)', []],
    ['alter table a add foreign key (b) references products not valid', []],
  ])('%s: too early to %j', (text, expected) => {
    expect(prematureForeignKeys(text)).toEqual(expected);
  });
});

it('every migration after the baseline follows the rules', async () => {
  const folder = new URL('./migrations/', import.meta.url);
  const tables = new Set<string>();
  const found: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const text = await readFile(new URL(name, folder), 'utf8');
    if (!isBaseline(name)) {
      found.push(...migrationViolations(text, tables).map((violation) => `${name}: ${violation}`));
      found.push(...prematureForeignKeys(text).map((table) => `${name}: a foreign key to ${table}`));
    }
    for (const table of tablesCreatedIn(text)) tables.add(table);
  }
  expect(found).toEqual([]);
});
