/** How far a support address is on its way to being confirmed by whoever reads it. */
export interface AddressConfirmation {
  /** When its mail is to be sent, or sent again; null: none waits. */
  readonly dueAt: Date | null;
  /** How often a mail has been tried, and when last. */
  readonly tries: number;
  readonly triedAt: Date | null;
  readonly confirmedAt: Date | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;

export const confirmationLinkLifetime = 7 * day;
/** For how long a removed address is remembered: its pause goes on meanwhile. */
export const removedAddressLifetime = 7 * day;
/** Of one workspace, those removed lately included: nobody mails strangers by the thousand. */
export const maxStoredAddresses = 50;
/** After so many tries only a person asks for another: about three days. */
const mostAutomaticTries = 10;

export const newConfirmation: AddressConfirmation = {
  dueAt: null,
  tries: 0,
  triedAt: null,
  confirmedAt: null,
};

/** The earliest moment of another mail: five minutes after the first, twice as long after each, a day at most. */
export function nextMailAt({ tries, triedAt }: Pick<AddressConfirmation, 'tries' | 'triedAt'>): Date | null {
  if (triedAt === null || tries === 0) return null;
  return new Date(triedAt.getTime() + Math.min(5 * minute * 2 ** Math.min(tries - 1, 20), day));
}

/** The address has been entered: its mail goes out as soon as the pause allows it. */
export function requestConfirmation(confirmation: AddressConfirmation, now: Date): AddressConfirmation {
  const earliest = nextMailAt(confirmation);
  return { ...confirmation, dueAt: earliest && earliest > now ? earliest : now, confirmedAt: null };
}

/** A person asks for the mail again. Too soon is told in seconds; an address that is confirmed, or waits, stays as it is. */
export function requestAnotherMail(
  confirmation: AddressConfirmation,
  now: Date,
): AddressConfirmation | { readonly retryAfterSeconds: number } {
  const { confirmedAt, dueAt } = confirmation;
  if (confirmedAt !== null || (dueAt !== null && dueAt <= now)) return confirmation;
  const earliest = nextMailAt(confirmation);
  if (earliest && earliest > now) {
    return { retryAfterSeconds: Math.ceil((earliest.getTime() - now.getTime()) / 1000) };
  }
  return { ...confirmation, dueAt: now };
}

/**
 * A sender takes a mail that is due; null: it is not. It is due again after the pause, unless the sender settles it: so a
 * sender that dies loses no mail.
 */
export function claimConfirmation(confirmation: AddressConfirmation, now: Date): AddressConfirmation | null {
  const { dueAt, confirmedAt } = confirmation;
  if (confirmedAt !== null || dueAt === null || dueAt > now) return null;
  const claimed = { ...confirmation, tries: confirmation.tries + 1, triedAt: now };
  return { ...claimed, dueAt: claimed.tries < mostAutomaticTries ? nextMailAt(claimed) : null };
}

/**
 * The mail with the link. It says nothing that a partner has chosen: whoever reads it may never have heard of them. The
 * workspace is named by its slug, which the operator chose.
 */
export function confirmationMail(workspaceSlug: string, link: string) {
  const asked = `The workspace "${workspaceSlug}" of Tessera wants to mail notices about its marketplace sales to this address.`;
  const confirm = 'If that is right, open this page within 7 days and confirm it:';
  const ignore = 'If you do not expect this, do nothing: you will not be mailed any notices.';
  const subject = 'Tessera: confirm your support address';
  const body = `<p>${asked}</p>\n<p>${confirm}<br><a href="${link}">${link}</a></p>\n<p>${ignore}</p>`;
  return {
    subject,
    text: `${[asked, `${confirm}\n${link}`, ignore].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><head><title>${subject}</title></head><body>\n${body}\n</body></html>\n`,
  };
}
