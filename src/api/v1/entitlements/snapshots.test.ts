import { beforeEach, expect, it } from 'vitest';
import type { CompactEntitlement } from '../../../storage/entitlements/entitlements.ts';
import { EntitlementSnapshots, SubjectSnapshot, snapshotKey } from './snapshots.ts';

const one = 'a1000000-0000-4000-8000-000000000001';
const other = 'a1000000-0000-4000-8000-000000000002';
const stored = { bytes: 100 } as CompactEntitlement;
const subject = () => new SubjectSnapshot({ members: [], seats: [] });

let snapshots: EntitlementSnapshots;
beforeEach(() => {
  snapshots = new EntitlementSnapshots(
    { isLive: () => true },
    { cacheRead: () => {}, rateLimitFallback: () => {} },
  );
});

async function read(workspaceId: string) {
  const snapshot = await snapshots.read(workspaceId, snapshotKey('forum', 'tenant'), async () => stored);
  if (!snapshot) throw new Error('nothing was read');
  await snapshots.readSubject(snapshot, 'ada', async () => subject());
  return snapshot;
}

it('a change of members evicts the subjects of its workspace, and of no other', async () => {
  const [mine, theirs] = [await read(one), await read(other)];
  snapshots.changed({ kind: 'members', workspaceId: one });
  expect(snapshots.peekSubject(mine, 'ada')).toBeUndefined();
  expect(snapshots.peekSubject(theirs, 'ada')).toBeDefined();
  await snapshots.readSubject(mine, 'ada', async () => subject());
  expect(snapshots.peekSubject(mine, 'ada')).toBeDefined();
});

it('a subject that is read while its members change is not cached', async () => {
  const mine = await read(one);
  await snapshots.readSubject(mine, 'ben', async () => {
    snapshots.changed({ kind: 'members', workspaceId: one });
    return subject();
  });
  expect(snapshots.peekSubject(mine, 'ben')).toBeUndefined();
  await snapshots.readSubject(mine, 'ben', async () => {
    snapshots.changed({ kind: 'members', workspaceId: other });
    return subject();
  });
  expect(snapshots.peekSubject(mine, 'ben')).toBeDefined();
});

it('a lost change feed evicts every subject', async () => {
  const mine = await read(one);
  snapshots.lost();
  expect(snapshots.peekSubject(mine, 'ada')).toBeUndefined();
});
