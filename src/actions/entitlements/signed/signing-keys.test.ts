import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { Books } from '../../../../tests/support/worlds/books.ts';
import { jwkSet, maxListedKeys, maxWithdrawnKeys } from '../../../core/entitlements/signed/signing-key.ts';
import { standardRetention } from '../../../core/operations/retention.ts';
import type { EncryptionKey } from '../../../secrets/seal.ts';
import { listPublicKeys } from '../../../storage/entitlements/signed/signing-keys.ts';
import type { SealedText } from '../../../storage/secrets/sealed-texts.ts';
import { deleteOldRows } from '../../operations/delete-old-rows.ts';
import { countStale, resealSecrets } from '../../operations/reseal-secrets.ts';
import { changeWorkspaceSettings } from '../../workspaces/settings.ts';
import { activeSigningKey, rotateOldKeys, rotateSigningKey, withdrawSigningKey } from './signing-keys.ts';

const day = 24 * 3_600_000;

const encryptionKey: EncryptionKey = { current: new Uint8Array(32).fill(1), old: [] };

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

const keysOf = (workspaceId: string) =>
  books.database.selectFrom('signing_keys').selectAll().where('workspace_id', '=', workspaceId).execute();

describe('the active signing key', () => {
  it('is made once, however many nodes need it at once', async () => {
    const workspaceId = await books.workspace();
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => activeSigningKey(books.context, workspaceId, encryptionKey)),
    );
    const [stored, ...others] = await keysOf(workspaceId);
    expect(others).toEqual([]);
    expect(new Set(keys.map(({ kid }) => kid))).toEqual(new Set([stored?.kid]));
    expect(stored).toMatchObject({ public_x: keys[0]?.x, made_at: books.context.now, replaced_at: null });
  });

  it('differs between workspaces', async () => {
    const workspaces = [await books.workspace(), await books.workspace()];
    const kids = await Promise.all(
      workspaces.map(async (id) => (await activeSigningKey(books.context, id, encryptionKey)).kid),
    );
    expect(kids[0]).not.toBe(kids[1]);
  });

  it('is sealed for its own row', async () => {
    const [one, other] = [await books.workspace(), await books.workspace()];
    const key = await activeSigningKey(books.context, one, encryptionKey);
    const seed = key.privateKey.export({ format: 'jwk' }).d ?? '';
    const [row] = await keysOf(one);
    expect(row?.sealed_private?.includes(seed)).toBe(false);
    expect(row?.sealed_private?.includes(Buffer.from(seed, 'base64url'))).toBe(false);
    await books.database
      .insertInto('signing_keys')
      .values({ ...row, workspace_id: other } as never)
      .execute();
    await expect(activeSigningKey(books.context, other, encryptionKey)).rejects.toThrow();
  });
});

const publishedKids = async (workspaceId: string) =>
  jwkSet(await listPublicKeys(books.database, workspaceId), books.context.now).keys.map(({ kid }) => kid);

describe('rotation', () => {
  it('by hand publishes both keys, deletes the private part of the old one, and is audited', async () => {
    const workspaceId = await books.workspace();
    const first = await activeSigningKey(books.context, workspaceId, encryptionKey);
    const actor = { kind: 'Member', id: 'm', name: 'Mara', address: null } as const;
    const made = done(await rotateSigningKey({ ...books.context, actor }, workspaceId, encryptionKey));
    expect(made.madeBy).toBe('Mara');
    expect(await publishedKids(workspaceId)).toEqual([made.kid, first.kid]);
    expect((await activeSigningKey(books.context, workspaceId, encryptionKey)).kid).toBe(made.kid);
    const replaced = (await keysOf(workspaceId)).find(({ kid }) => kid === first.kid);
    expect(replaced).toMatchObject({ sealed_private: null, replaced_at: books.context.now });
    const entries = await books.database
      .selectFrom('audit_entries')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('action', 'like', 'signing_key.%')
      .execute();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'signing_key.rotated',
      before: { kid: first.kid },
      after: { kid: made.kid },
    });
  });

  it('replaces a key that nobody can open any more; what it signed still verifies', async () => {
    const workspaceId = await books.workspace();
    const lost = await activeSigningKey(books.context, workspaceId, encryptionKey);
    const another: EncryptionKey = { current: new Uint8Array(32).fill(3), old: [] };
    await expect(activeSigningKey(books.context, workspaceId, another)).rejects.toThrow();
    const { kid } = done(await rotateSigningKey(books.context, workspaceId, another));
    expect((await activeSigningKey(books.context, workspaceId, another)).kid).toBe(kid);
    expect(await publishedKids(workspaceId)).toEqual([kid, lost.kid]);
  });

  it('makes the first key of a workspace that has signed nothing', async () => {
    const workspaceId = await books.workspace();
    const { kid } = done(await rotateSigningKey(books.context, workspaceId, encryptionKey));
    expect(await publishedKids(workspaceId)).toEqual([kid]);
  });

  it('has a maximum of published keys', async () => {
    const workspaceId = await books.workspace();
    for (let count = 0; count < maxListedKeys; count += 1) {
      done(await rotateSigningKey(books.context, workspaceId, encryptionKey));
    }
    expect(await rotateSigningKey(books.context, workspaceId, encryptionKey)).toMatchObject({
      code: 'signing_key.too_many',
      args: { limit: maxListedKeys },
    });
    const [oldest] = (await publishedKids(workspaceId)).slice(-1);
    done(await withdrawSigningKey(books.context, workspaceId, oldest ?? '', 'lost', encryptionKey));
    done(await rotateSigningKey(books.context, workspaceId, encryptionKey));
  });

  it('by age follows the setting of each workspace, once', async () => {
    const [standard, short, never] = [
      await books.workspace(),
      await books.workspace(),
      await books.workspace(),
    ];
    const days = { [short]: 30, [never]: null };
    for (const [id, signingKeyMaxAgeDays] of Object.entries(days)) {
      done(await changeWorkspaceSettings(books.context, id, { signingKeyMaxAgeDays }, 'any'));
    }
    const kids = new Map<string, string>();
    for (const id of [standard, short, never]) {
      kids.set(id, (await activeSigningKey(books.context, id, encryptionKey)).kid);
    }
    const rotatedAfter = async (age: number) => {
      const context = { ...books.context, now: books.in(age * day) };
      await Promise.all([rotateOldKeys(context, encryptionKey), rotateOldKeys(context, encryptionKey)]);
      const counts = [standard, short, never].map(async (id) => (await keysOf(id)).length);
      return Promise.all(counts);
    };
    expect(await rotatedAfter(29)).toEqual([1, 1, 1]);
    expect(await rotatedAfter(30)).toEqual([1, 2, 1]);
    expect(await rotatedAfter(31)).toEqual([1, 2, 1]);
    expect(await rotatedAfter(366)).toEqual([2, 3, 1]);
  });
});

describe('a withdrawn key', () => {
  it('is not published; an active one is replaced', async () => {
    const workspaceId = await books.workspace();
    const { kid } = await activeSigningKey(books.context, workspaceId, encryptionKey);
    const withdrawn = done(
      await withdrawSigningKey(books.context, workspaceId, kid, 'A backup was stolen', encryptionKey),
    );
    expect(withdrawn).toMatchObject({ kid, withdrawReason: 'A backup was stolen', licenceFiles: 0 });
    const next = await activeSigningKey(books.context, workspaceId, encryptionKey);
    expect(await publishedKids(workspaceId)).toEqual([next.kid]);
    expect(await withdrawSigningKey(books.context, workspaceId, kid, 'again', encryptionKey)).toMatchObject({
      code: 'signing_key.already_withdrawn',
    });
    const stranger = await books.workspace();
    expect(
      await withdrawSigningKey(books.context, stranger, next.kid, 'theirs', encryptionKey),
    ).toMatchObject({
      code: 'resource.not_found',
    });
  });

  it('is listed with the latest ones only', async () => {
    const workspaceId = await books.workspace();
    for (let count = 0; count < maxWithdrawnKeys + 2; count += 1) {
      const { kid } = await activeSigningKey(books.context, workspaceId, encryptionKey);
      done(await withdrawSigningKey(books.context, workspaceId, kid, 'lost', encryptionKey));
    }
    expect(await keysOf(workspaceId)).toHaveLength(maxWithdrawnKeys + 1);
  });
});

it('is deleted when it is published no more', async () => {
  const workspaceId = await books.workspace();
  await activeSigningKey(books.context, workspaceId, encryptionKey);
  done(await rotateSigningKey(books.context, workspaceId, encryptionKey));
  const after = (days: number) =>
    deleteOldRows('signing-keys', standardRetention)({ ...books.context, now: books.in(days * day) });
  await after(429);
  expect(await keysOf(workspaceId)).toHaveLength(2);
  await after(431);
  expect(await keysOf(workspaceId)).toHaveLength(1);
});

it('is sealed again with another encryption key', async () => {
  const workspaceId = await books.workspace();
  const { kid } = await activeSigningKey(books.context, workspaceId, encryptionKey);
  done(await rotateSigningKey(books.context, await books.workspace(), encryptionKey));
  const rotated: EncryptionKey = { current: new Uint8Array(32).fill(2), old: [encryptionKey.current] };
  expect(await countStale(books.context, rotated, 'signing key')).toBeGreaterThan(1);
  for (let last: SealedText | undefined; ; ) {
    ({ last } = await resealSecrets(books.context, rotated, 'signing key', last));
    if (!last) break;
  }
  const alone: EncryptionKey = { current: rotated.current, old: [] };
  expect((await activeSigningKey(books.context, workspaceId, alone)).kid).toBe(kid);
});
