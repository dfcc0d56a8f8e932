import { foldUserName } from '../../values/user-name.ts';
import { type LaidOutMail, layOutMail } from '../../workspaces/mail-layout.ts';
import { isMailAddress } from '../../workspaces/settings.ts';
import type { SignedInUser } from '../../workspaces/sign-in.ts';

/** Per tenant and day. */
export const maxSeatMails = 100;
export const seatMailPeriod = 24 * 60 * 60_000;
/** Within this time an address is mailed once about a subscription, also if the seat is cancelled and reserved again. */
export const seatMailLifetime = 90 * 24 * 60 * 60_000;

export interface SeatMailFacts {
  /** The customer's user who reserves the seats. */
  readonly giver: Pick<SignedInUser, 'tenantId' | 'username' | 'isGuest'>;
  /** Of the subscription. */
  readonly tenantId: string;
  /** Addresses that were mailed about the subscription before. */
  readonly mailed: ReadonlySet<string>;
  /** Mails of the tenant within the last day. */
  readonly mailsOfTenant: number;
}

/**
 * The addresses to mail about their reserved seats:
 *
 * | address | is mailed |
 * |---|---|
 * | on the domain of the giver's user name, in the giver's own tenant | once, up to 100 a day for the tenant |
 * | on another domain, or reserved by a reseller or a guest | no |
 * | cannot be mailed, such as a user name in another script | no |
 *
 * A tenant's user names are on domains that it has proved to own, so nobody can have strangers mailed.
 */
export function addressesToMail(
  addresses: readonly string[],
  { giver, tenantId, mailed, mailsOfTenant }: SeatMailFacts,
): readonly string[] {
  const domain = domainOf(giver.username);
  const isColleague = giver.tenantId === tenantId && !giver.isGuest;
  if (!isMailAddress(giver.username) || !isColleague) return [];
  const colleagues = addresses.filter(
    (address) => isMailAddress(address) && domainOf(address) === domain && !mailed.has(address),
  );
  return colleagues.slice(0, Math.max(0, maxSeatMails - mailsOfTenant));
}

/** The key of the mail: an address is mailed once about a subscription. */
export function seatMailKey(subscriptionId: string, address: string): string {
  return `${subscriptionId} ${address}`;
}

function domainOf(username: string): string {
  return foldUserName(username.slice(username.lastIndexOf('@') + 1));
}

export interface ReservedSeat {
  readonly address: string;
  readonly productName: string;
  readonly planName: string;
  readonly seller: string;
  /** The user name of the customer who reserved it. */
  readonly givenBy: string;
  /** The page on which the seat is accepted. */
  readonly link: string;
  readonly applicationUrl: string | null;
}

/** Names the giver by the user name, which the identity provider verified: a display name can contain any text. */
export function seatMail(seat: ReservedSeat): LaidOutMail {
  const { address, productName, planName, seller, givenBy, link, applicationUrl } = seat;
  const title = `You have a seat in ${productName}`;
  const open = applicationUrl === null ? '' : ` Then open ${productName} at ${applicationUrl}`;
  return layOutMail({
    subject: title,
    title,
    blocks: [
      {
        kind: 'text',
        text: `${givenBy} reserved a seat in ${productName} for you. Your organisation bought it from ${seller}. Sign in and accept the seat to use it.`,
      },
      {
        kind: 'facts',
        facts: [
          ['Product', productName],
          ['Plan', planName],
          ['Reserved by', givenBy],
          ['Sign in as', address],
        ],
      },
      { kind: 'button', label: 'Accept your seat', url: link },
      { kind: 'note', text: `Use the work account ${address}: the seat is reserved for it.${open}` },
      { kind: 'note', text: 'If you do not expect this, do nothing. No other mail about this seat follows.' },
    ],
  });
}

/** The same for the giver to send: a link that opens their own mail program. */
export function seatMailLink(seat: Omit<ReservedSeat, 'applicationUrl' | 'seller' | 'planName'>): string {
  const { address, productName, givenBy, link } = seat;
  const body = [
    `I reserved a seat in ${productName} for you. Sign in with your work account ${address} and accept it:`,
    link,
    givenBy,
  ];
  const fields = { subject: `You have a seat in ${productName}`, body: body.join('\r\n\r\n') };
  // Mail programs do not read a plus sign as a space.
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(address)}?${query.join('&')}`;
}
