import { describe, expect, it } from 'vitest';
import { readDatabaseHosts } from './database-hosts.ts';

describe('the hosts of a database URL', () => {
  it.each<[string, readonly string[], string?]>([
    ['postgres://u:p@db/tessera', ['postgres://u:p@db/tessera']],
    ['postgres:///tessera?host=/run/postgres', ['postgres:///tessera?host=/run/postgres']],
    [
      'postgres://u@db?target_session_attrs=primary',
      ['postgres://u@db?target_session_attrs=primary'],
      'primary',
    ],
    ['postgresql://u:p@one:1,two:2/t', ['postgresql://u:p@one:1/t', 'postgresql://u:p@two:2/t']],
    ['postgres://one,two:5433', ['postgres://one', 'postgres://two:5433']],
    ['postgres://u:a,b%40c@one,two/t', ['postgres://u:a,b%40c@one/t', 'postgres://u:a,b%40c@two/t']],
    ['postgres://[::1]:5432,[fe80::2]/t', ['postgres://[::1]:5432/t', 'postgres://[fe80::2]/t']],
    ['postgres://%2Frun%2Fa,two/t', ['postgres://%2Frun%2Fa/t', 'postgres://two/t']],
    ['postgres://one,two/t?port=6000', ['postgres://one:6000/t', 'postgres://two:6000/t']],
    ['postgres://one,two/t?port=1,2', ['postgres://one:1/t', 'postgres://two:2/t']],
    [
      'postgres://u@/t?host=one,::1,%2Frun%2Fpg&port=5433&sslmode=disable',
      [
        'postgres://u@one:5433/t?sslmode=disable',
        'postgres://u@[::1]:5433/t?sslmode=disable',
        'postgres://u@%2Frun%2Fpg:5433/t?sslmode=disable',
      ],
    ],
    [
      'postgres://one,two/my%20data?sslmode=verify-full&target_session_attrs=read-write&sslrootcert=%2Fca.pem',
      [
        'postgres://one/my%20data?sslmode=verify-full&sslrootcert=%2Fca.pem',
        'postgres://two/my%20data?sslmode=verify-full&sslrootcert=%2Fca.pem',
      ],
      'read-write',
    ],
  ])('are parsed: %s', (url, urls, target = 'any') => {
    expect(readDatabaseHosts(url)).toEqual({ urls, target });
    for (const each of urls) expect(URL.canParse(each.replace('@/', '/'))).toBe(true);
  });

  it.each([
    ['mysql://db', 'an address such as postgres://'],
    ['postgres://one,,two/t', 'without an empty host'],
    ['postgres://one,/t', 'without an empty host'],
    ['postgres://::1,two/t', 'hosts are like'],
    ['postgres://one:65536,two/t', 'from 1 to 65535'],
    ['postgres://one:x,two/t', 'from 1 to 65535'],
    ['postgres://one,two/t?port=1,2,3', 'it has 3 ports'],
    ['postgres://one/t?port=1,2', 'it has 2 ports'],
    ['postgres://one,two/t?target_session_attrs=standby', 'read-write, primary or any, not standby'],
    ['postgres://one/t?target_session_attrs=prefer-standby', 'not prefer-standby'],
    ['postgres://one/t?target_session_attrs=', 'read-write, primary or any'],
  ])('are refused: %s', (url, mustBe) => {
    expect(readDatabaseHosts(url)).toEqual({ mustBe: expect.stringContaining(mustBe) });
  });
});
