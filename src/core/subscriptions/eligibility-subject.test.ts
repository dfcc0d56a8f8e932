import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { type Member, type RequestedSubject, resolveMember, resolveSubject } from './eligibility-subject.ts';

const ada: Member = { tenantId: 'tenant', objectId: 'ada', email: 'Ada@example.com', isActive: true };
const former = { ...ada, objectId: 'former', isActive: false };
const namesake = { ...ada, objectId: 'namesake', email: 'ada@EXAMPLE.com' };
const elsewhere = { ...ada, tenantId: 'other' };
const nameless = { ...ada, objectId: 'nameless', email: null };

const notResolved = 'entitlement.user_not_resolved';
const mismatch = 'entitlement.user_tenant_mismatch';

describe('resolveMember', () => {
  it.each<[string, string, Member[], string]>([
    ['nobody', 'ada@example.com', [], notResolved],
    ['a unique member', 'Ada@example.com', [ada], 'ada'],
    ['a member in any letter case', 'aDA@EXAMPLE.COM', [ada, nameless], 'ada'],
    ['nobody for an unknown address', 'eve@example.com', [ada], notResolved],
    ['nobody for a former member', 'ada@example.com', [former], notResolved],
    ['the active one beside a former member', 'ada@example.com', [former, ada], 'ada'],
    ['two', 'ada@example.com', [ada, namesake], notResolved],
    ['nobody for an empty address', '', [nameless], notResolved],
  ])('finds %s', (_case, email, members, expected) => {
    const found = resolveMember(email, members);
    expect(isRefusal(found) ? found.code : found.objectId).toBe(expected);
  });
});

describe('resolveSubject', () => {
  const byId = (objectId: string): RequestedSubject => ({ by: 'objectId', objectId });
  const byEmail: RequestedSubject = { by: 'email', email: 'ada@example.com' };
  const caller = (tenantId: string): RequestedSubject => ({ by: 'caller', tenantId, objectId: 'ada' });
  const known = { objectId: 'ada', email: 'Ada@example.com', isCaller: false };

  it.each<[string, RequestedSubject, Member[], object | string]>([
    ['an unknown object id', byId('ada'), [], { ...known, email: null }],
    ['an object id of other tenants only', byId('ada'), [namesake], { ...known, email: null }],
    ['a member', byId('ada'), [ada], known],
    ['a member, in upper case', byId('ADA'), [ada], { ...known, objectId: 'ADA' }],
    ['a former member', byId('former'), [former], { ...known, objectId: 'former' }],
    ['a member of another tenant', byId('ada'), [elsewhere], mismatch],
    ['a former member of another tenant', byId('ada'), [{ ...elsewhere, isActive: false }], mismatch],
    ['a member of this tenant and of another', byId('ada'), [elsewhere, ada], known],
    ['an address', byEmail, [ada], known],
    ['an unknown address', byEmail, [], notResolved],
    ['an address of two members', byEmail, [ada, namesake], notResolved],
    ["an address in another of the organisation's tenants", byEmail, [elsewhere], mismatch],
    ['the caller', caller('tenant'), [], { objectId: 'ada', email: null, isCaller: true }],
    ['the caller, a member', caller('tenant'), [ada], { ...known, isCaller: true }],
    ['the caller, from another tenant', caller('other'), [], mismatch],
    [
      'the caller, whose id a member of another tenant has',
      caller('tenant'),
      [elsewhere],
      { ...known, email: null, isCaller: true },
    ],
  ])('resolves %s', (_case, requested, members, expected) => {
    const subject = resolveSubject(requested, 'tenant', members);
    expect(isRefusal(subject) ? subject.code : subject).toEqual(expected);
  });
});
