import type { ValidationIssue } from '../refusal.ts';
import { isName, nameIssues, nameMessage } from '../values/text.ts';

/** What the partner notes about a customer; null: nothing. */
export interface CustomerProfile {
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly notes: string | null;
  /** The workspace member who looks after the customer. */
  readonly ownerId: string | null;
}

/** A changed profile; `name` is that of the organisation. */
export interface ProfileChange extends Partial<CustomerProfile> {
  readonly name?: string;
}

export const maxNotesLength = 10_000;
export const maxContactLengths = { contactName: 200, contactEmail: 320, contactPhone: 100 } as const;

/** A blank text is none. */
export function tidyProfile<Change extends ProfileChange>(change: Change): Change {
  return Object.fromEntries(
    Object.entries(change).map(([member, value]) => [
      member,
      typeof value === 'string' ? value.trim() || (member === 'name' ? '' : null) : value,
    ]),
  ) as Change;
}

/** Each part of the contact is one line; an e-mail address has the form of one. */
export function profileIssues(change: ProfileChange): readonly ValidationIssue[] {
  const { name, contactEmail } = change;
  const issues: ValidationIssue[] = name === undefined ? [] : [...nameIssues('name', name)];
  for (const [path, maxLength] of Object.entries(maxContactLengths)) {
    const text = change[path as keyof typeof maxContactLengths];
    if (text && !isName(text, maxLength))
      issues.push({ path, rule: 'name', message: nameMessage(maxLength) });
  }
  if (contactEmail && !/^[^\s@]+@[^\s@]+$/.test(contactEmail)) {
    issues.push({ path: 'contactEmail', rule: 'email', message: 'must be an e-mail address' });
  }
  if (change.notes && change.notes.length > maxNotesLength) {
    issues.push({
      path: 'notes',
      rule: 'maxLength',
      message: `must have at most ${maxNotesLength} characters`,
    });
  }
  return issues;
}
