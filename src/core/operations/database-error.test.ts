import { describe, expect, it } from 'vitest';
import { describeDatabaseError, readDatabaseAddress } from './database-error.ts';

describe('a database address', () => {
  it.each([
    ['postgres://u:p%40ss@db:5432/tessera?sslmode=require', 'db:5432', 'tessera', 'u'],
    ['postgres://u@one:1,two:2/my%20data', 'one:1,two:2', 'my data', 'u'],
    ['postgres:///tessera', 'its default address', 'tessera', ''],
    ['nonsense', 'its default address', '', ''],
  ])('is described: %s', (url, server, database, user) => {
    expect(readDatabaseAddress(url)).toEqual({ server, database, user });
  });
});

describe('describeDatabaseError', () => {
  const address = readDatabaseAddress('postgres://tess:secret@db:5432/tessera');
  it.each([
    ['ECONNREFUSED', '', 'cannot be reached at db:5432'],
    [undefined, 'timeout expired', 'cannot be reached at db:5432 (no response)'],
    [undefined, 'The server does not support SSL connections', 'does not support TLS'],
    ['SELF_SIGNED_CERT_IN_CHAIN', '', 'is not trusted'],
    ['28P01', 'password authentication failed', 'refuses user tess'],
    ['3D000', '', 'Database tessera does not exist'],
    ['42501', 'permission denied', 'lacks permission'],
    ['42P01', '', 'migrate'],
    ['25006', '', 'read-only'],
    ['53300', 'sorry, too many clients already', 'no connection left'],
    ['57P03', 'the database system is starting up', 'starting or stopping'],
  ])('describes %s %s', (code, message, expected) => {
    const line = describeDatabaseError({ code, message }, address);
    expect(line).toContain(expected);
    expect(line).not.toMatch(/secret|\n/);
  });

  it('returns undefined for other errors', () => {
    expect(describeDatabaseError({ code: '23505', message: 'duplicate key' }, address)).toBeUndefined();
  });
});
