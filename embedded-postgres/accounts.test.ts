import { chmod, chown, lstat, mkdir, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, canReach } from './account.ts';
import { removeEmbeddedPostgres } from './launch.ts';
import { isAlive, isRoot, launched, query, useWorkshop } from './workshop.fixture.ts';

const workshop = useWorkshop();

/** PostgreSQL's initdb requires a user with a name. */
async function ordinaryUser(): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([, , uid]) => Number(uid) > 0 && Number(uid) !== 65534);
  if (!user) throw new Error('no ordinary user on this machine');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

describe.runIf(isRoot)('below a folder that only root can enter', () => {
  it("stores binaries and cluster where the server's account can read them", async () => {
    const outside = join(await workshop.folder(), 'outside');
    const bundle = await workshop.bundle({ copied: true });
    const closed = join(bundle, '..');
    await chmod(closed, 0o700);
    const options = { folder: join(closed, 'data'), durable: false, outside };
    await mkdir(options.folder);

    const killed = workshop.launchElsewhere(bundle, options);
    const { url, pid } = launched(await killed.result);
    await query(url, 'create table kept as select 42 as answer');
    await killed.end('SIGKILL');

    expect((await lstat(join(options.folder, 'postgres'))).isSymbolicLink()).toBe(true);
    const home = await readlink(join(options.folder, 'postgres'));
    expect(home.startsWith(outside)).toBe(true);
    expect((await readdir(outside)).filter((name) => name.startsWith('postgres-binaries-'))).toHaveLength(1);

    const again = workshop.launchElsewhere(bundle, options);
    const taken = launched(await again.result);
    expect(taken.pid).toBe(pid);
    expect(await query(taken.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await again.end('SIGTERM');
    await expect.poll(() => isAlive(pid)).toBe(false);

    // Deleting the data folder must start afresh, without the old data.
    await rm(options.folder, { recursive: true });
    const fresh = await workshop.launch(options);
    await expect(query(fresh.url('tessera'), 'select answer from kept')).rejects.toThrow(/does not exist/);
    await expect(stat(home)).rejects.toThrow(/ENOENT/);
    await fresh.stop();

    await removeEmbeddedPostgres(options.folder, outside);
    expect(await readdir(options.folder)).toEqual([]);
    expect(await readdir(outside)).toEqual([expect.stringMatching(/^postgres-binaries-[^/]*$/)]);
  });
});

describe.runIf(isRoot)('an ordinary user', () => {
  let user: Account;
  beforeAll(async () => {
    user = await ordinaryUser();
  });

  it('runs the server itself, from a copy when the installed binaries cannot be repaired', async (context) => {
    context.skip(!(await canReach(process.execPath, user)), 'node itself is out of its reach');
    const bundle = await workshop.bundle({ copied: true });
    const folder = await workshop.folder();
    await chown(folder, user.uid, user.gid);

    const service = workshop.launchElsewhere(bundle, { folder, durable: false }, user);
    const { url, pid } = launched(await service.result);

    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(join(folder, 'postgres', 'data'))).uid).toBe(user.uid);
    const [cluster, copy = '', ...others] = (await readdir(folder)).sort();
    expect(copy).toMatch(/^postgres-binaries-/);
    expect([cluster, ...others]).toEqual(['postgres']);
    if (process.platform === 'linux') {
      expect((await stat(`/proc/${pid}`)).uid).toBe(user.uid);
      expect((await readFile(`/proc/${pid}/cmdline`, 'utf8')).startsWith(join(folder, copy))).toBe(true);
    }
    await service.end('SIGTERM');
    await expect.poll(() => isAlive(pid)).toBe(false);

    // Root uses such a cluster unchanged, under its owner's account.
    const server = await workshop.launch({ folder, durable: false });
    expect(await query(server.url('tessera'), 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    const last = workshop.launchElsewhere(bundle, { folder, durable: false }, user);
    launched(await last.result);
    await last.end('SIGTERM');
  });

  it('gets an error for an unwritable folder, a cluster of another user, and a missing user name', async (context) => {
    context.skip(!(await canReach(process.execPath, user)), 'node itself is out of its reach');
    const bundle = await workshop.bundle();
    const folder = await workshop.folder();
    const refusal = async (account: Account) =>
      workshop.launchElsewhere(bundle, { folder, durable: false }, account).result;

    expect(await refusal(user)).toEqual({
      refused: 'CannotStart',
      message: `Cannot write to the data folder ${folder} (EACCES): make it writable for this user, or choose another folder with DATA_DIR.`,
    });

    await chmod(folder, 0o777);
    expect(await refusal({ uid: 54321, gid: 54321 })).toEqual({
      refused: 'CannotStart',
      message: expect.stringMatching(/without a name \(uid 54321\).*DATABASE_URL/),
    });

    await (await workshop.launch({ folder, durable: false })).stop();
    expect(await refusal(user)).toEqual({
      refused: 'CannotStart',
      message: expect.stringMatching(/belongs to another user \(uid 65534\).*DATA_DIR/),
    });

    await chmod(folder, 0o700);
    await expect(workshop.launch({ folder, durable: false })).rejects.toThrow(
      /runs as \(uid 65534\) cannot enter .*chmod o\+x.*DATA_DIR/,
    );
  });
});
