import type { RequestedSeat } from '../../core/subscriptions/seat-request.ts';

/** What the last request has changed, by the word in the address to which it redirects. */
const doneTexts: Readonly<Record<string, string>> = {
  assigned: 'The seats are assigned.',
  reserved: 'The seats are given. A reserved seat is assigned when its person signs in and accepts it.',
  released: 'The seat is free.',
  nothing: 'Nothing has changed.',
  accepted: 'You have a seat now.',
  taken: 'No seat is free any more. Ask the person who invited you.',
  appointed: 'The administrator is added.',
  removed: 'The administrator is removed.',
  ceiling: 'The ceiling is set. It holds at once.',
  unlimited: 'The ceiling is removed.',
  issued: 'The licence file is issued. Download it below and bring it to the installation.',
  revoked:
    'The licence file is revoked. An installation that is always offline goes on with it until it ends.',
};

export function doneText(done: unknown): string | null {
  return (typeof done === 'string' && doneTexts[done]) || null;
}

/** Of a list in which some lines were refused. */
export function changedText(requested: readonly RequestedSeat[]): string | null {
  const reserved = requested.filter(({ outcome }) => outcome === 'Reserved').length;
  const assigned = requested.filter(({ outcome }) => outcome === 'Assigned' || outcome === 'Added').length;
  const texts = [
    ...(assigned > 0 ? [seatsText(assigned, 'assigned')] : []),
    ...(reserved > 0 ? [seatsText(reserved, 'reserved')] : []),
  ];
  return texts.length > 0 ? texts.join(' ') : null;
}

function seatsText(count: number, done: string): string {
  return count === 1 ? `One seat is ${done}.` : `${count} seats are ${done}.`;
}
