import type { Fault } from '../shell/faults.ts';

/** Mail is refused for now (451), so that a retry makes sense, or for good (550). */
export const mailboxFaultKinds = ['later', 'never'] as const;

export interface MailboxFault extends Fault<(typeof mailboxFaultKinds)[number]> {
  /** One recipient only. */
  readonly address?: string;
}

export function mailboxFaultKey({ kind, address = '' }: MailboxFault): string {
  return `${kind} ${address}`;
}

export function refusalOf({ kind }: MailboxFault): { readonly code: number; readonly text: string } {
  return kind === 'later'
    ? { code: 451, text: 'Not now, try again later' }
    : { code: 550, text: 'There is no such mailbox' };
}
