import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { isRefusal } from '../../core/refusal.ts';
import {
  findMember,
  findMembersByEmail,
  findMembersByObjectId,
  hasTenant,
} from '../../storage/subscriptions/customers.ts';
import { addOrganisation, saveMember } from './customers.ts';

let books: Books;
let workspaceId: string;
let elsewhere: string;
beforeAll(async () => {
  books = await Books.open(8);
  workspaceId = await books.workspace();
  elsewhere = await books.workspace();
});
afterAll(() => books.close());
beforeEach(() => books.clock.forward(1));

const person = (tenantId: string, email: string | null = null) => ({
  tenantId,
  objectId: randomUUID(),
  email,
  isActive: true,
});
const save = (member: Parameters<typeof saveMember>[2], workspace = workspaceId) =>
  saveMember(books.context, workspace, member);

describe('an organisation', () => {
  it('takes known and new tenants', async () => {
    const [known, unknown] = [randomUUID(), randomUUID()];
    await books.create(workspaceId, { tenantId: known });
    const { organisationId } = done(
      await addOrganisation(books.context, workspaceId, { name: 'Contoso', tenantIds: [known, unknown] }),
    );
    const tenants = await books.database
      .selectFrom('tenants')
      .select(['tenant_id', 'organisation_id'])
      .where('workspace_id', '=', workspaceId)
      .where('tenant_id', 'in', [known, unknown])
      .execute();
    expect(tenants.map((row) => row.organisation_id)).toEqual([organisationId, organisationId]);
    expect(await hasTenant(books.database, elsewhere, known)).toBe(false);
  });

  it('keeps its tenant when the tenant buys again', async () => {
    const tenantId = randomUUID();
    const { organisationId } = done(
      await addOrganisation(books.context, workspaceId, { name: 'Fabrikam', tenantIds: [tenantId] }),
    );
    await books.create(workspaceId, { tenantId });
    await save(person(tenantId));
    const tenant = await books.database
      .selectFrom('tenants')
      .select('organisation_id')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    expect(tenant.organisation_id).toBe(organisationId);
  });

  it('wins its tenants alone under concurrency, unless taking over is confirmed', async () => {
    const tenantIds = Array.from({ length: 40 }, () => randomUUID());
    const claim = (name: string, ids: string[]) =>
      addOrganisation(books.context, workspaceId, { name, tenantIds: ids, moveTenants: true });
    const first = await Promise.all(
      Array.from({ length: 4 }, () =>
        addOrganisation(books.context, workspaceId, { name: 'First', tenantIds: tenantIds.slice(0, 3) }),
      ),
    );
    expect(first.filter((result) => !isRefusal(result))).toHaveLength(1);
    const claims = Array.from({ length: 4 }, () => [
      claim('One', tenantIds),
      claim('Other', tenantIds.toReversed()),
    ]);
    const claimed = await Promise.all(claims.flat());
    expect(new Set(claimed.map((result) => done(result).organisationId)).size).toBe(8);
  });

  it('is written in one transaction', async () => {
    const everything = await books.everything();
    await books.whileClosed('tenants', async () => {
      await expect(
        addOrganisation(books.context, workspaceId, { name: 'Half', tenantIds: [randomUUID()] }),
      ).rejects.toThrow('this book is closed');
    });
    expect(await books.everything()).toEqual(everything);
  });
});

describe('a member', () => {
  it('is saved with the tenant, and found by id, object id and e-mail address', async () => {
    const member = person(randomUUID(), 'Mara.Voss@Contoso.example');
    const { memberId } = await save(member);
    const stored = { ...member, memberId, isAdministrator: false };
    expect(await findMember(books.database, workspaceId, memberId)).toEqual(stored);
    expect(await findMembersByObjectId(books.database, workspaceId, member.objectId)).toEqual([stored]);
    expect(
      await findMembersByEmail(books.database, workspaceId, member.tenantId, 'mara.voss@contoso.EXAMPLE'),
    ).toEqual([stored]);
  });

  it('keeps its id when saved again with another address or as inactive', async () => {
    const member = person(randomUUID(), 'old@contoso.example');
    const { memberId } = await save(member);
    const later = { ...member, email: 'new@contoso.example', isActive: false };
    expect(await save(later)).toEqual({ memberId });
    const stored = { ...later, memberId, isAdministrator: false };
    expect(await findMember(books.database, workspaceId, memberId)).toEqual(stored);
  });

  it('stays an administrator until that is changed', async () => {
    const member = person(randomUUID(), 'ada@contoso.example');
    const { memberId } = await save({ ...member, isAdministrator: true });
    await save({ ...member, email: 'new@contoso.example' });
    const find = () => findMember(books.database, workspaceId, memberId);
    expect(await find()).toMatchObject({ email: 'new@contoso.example', isAdministrator: true });
    await save({ ...member, isAdministrator: false });
    expect(await find()).toMatchObject({ isAdministrator: false });
  });

  it('saved concurrently is one member', async () => {
    const member = person(randomUUID());
    const ids = await Promise.all(Array.from({ length: 8 }, () => save(member)));
    expect(new Set(ids.map(({ memberId }) => memberId)).size).toBe(1);
    expect(await findMembersByObjectId(books.database, workspaceId, member.objectId)).toHaveLength(1);
  });

  it('is written in one transaction', async () => {
    const everything = await books.everything();
    await books.whileClosed('members', async () => {
      await expect(save(person(randomUUID()))).rejects.toThrow('this book is closed');
    });
    expect(await books.everything()).toEqual(everything);
  });

  it('is unknown in another workspace with the same tenant and object id', async () => {
    const member = person(randomUUID(), 'same@contoso.example');
    const { memberId } = await save(member);
    expect(await findMember(books.database, elsewhere, memberId)).toBeUndefined();
    expect(await findMembersByObjectId(books.database, elsewhere, member.objectId)).toEqual([]);
    expect(
      await findMembersByEmail(books.database, elsewhere, member.tenantId, 'same@contoso.example'),
    ).toEqual([]);

    const theirs = await save({ ...member, email: 'other@contoso.example' }, elsewhere);
    expect(theirs.memberId).not.toBe(memberId);
    expect((await findMember(books.database, workspaceId, memberId))?.email).toBe('same@contoso.example');
  });

  it('is found by e-mail address in every tenant of its organisation, and in no other', async () => {
    const [asked, sister, stranger] = [randomUUID(), randomUUID(), randomUUID()];
    await addOrganisation(books.context, workspaceId, { name: 'Group', tenantIds: [asked, sister] });
    await addOrganisation(books.context, workspaceId, { name: 'Others', tenantIds: [stranger] });
    const email = 'shared@group.example';
    const ours = await save(person(asked, email));
    const sisters = await save(person(sister, email));
    await save(person(stranger, email));
    const found = await findMembersByEmail(books.database, workspaceId, asked, email);
    expect(found.map(({ memberId }) => memberId).sort()).toEqual([ours.memberId, sisters.memberId].sort());
    expect(await findMembersByEmail(books.database, workspaceId, randomUUID(), email)).toEqual([]);
  });

  it('of a tenant without organisation is found in that tenant only', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const email = 'alone@group.example';
    const { memberId } = await save(person(one, email));
    await save(person(other, email));
    const found = await findMembersByEmail(books.database, workspaceId, one, email);
    expect(found.map((member) => member.memberId)).toEqual([memberId]);
  });
});
