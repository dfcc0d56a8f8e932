import { type LaidOutMail, layOutMail, type MailBlock } from './mail-layout.ts';
import { administratorRole, type MemberRole } from './member-role.ts';
import { oneLine } from './notice-texts.ts';

/** The mail lists this many customers, and counts the rest. */
export const maxCustomersMailed = 20;
/** Sent mails are deleted after this time. */
export const atRiskMailLifetime = 30 * 24 * 3_600_000;

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** The first Monday of the epoch, at 07:00 UTC: the mail is in the inbox when the week begins. */
const firstMonday = (4 * 24 + 7) * hour;

/** The Monday of the week whose mail is due, `2026-11-16`: a week begins on Monday at 07:00 UTC. */
export function mailedWeek(now: Date): string {
  const weeks = Math.floor((now.getTime() - firstMonday) / week);
  return new Date(firstMonday + weeks * week).toISOString().slice(0, 10);
}

/**
 * Whether a member gets the weekly mail. Without a choice of their own only administrators do: the others would get it
 * without having asked for it.
 *
 * @param chosen null: the member has not chosen
 */
export function getsAtRiskMail({
  role,
  chosen,
}: {
  readonly role: MemberRole;
  readonly chosen: boolean | null;
}): boolean {
  return chosen ?? role === administratorRole;
}

/** A customer at risk, as the mail names it. */
interface MailedCustomer {
  readonly tenantId: string;
  /** Null: it has no name. */
  readonly name: string | null;
  readonly risks: readonly {
    readonly text: string;
    readonly until: Date | null;
    readonly link: { readonly label: string; readonly path: string };
  }[];
}

interface AtRisk {
  /** Of all customers at risk. */
  readonly count: number;
  /** The first ones. */
  readonly customers: readonly MailedCustomer[];
}

/**
 * The weekly mail. As in a digest, the subject has no text that a partner chose.
 *
 * @param portalUrl the pages of the workspace in the portal, without a slash at the end
 */
export function atRiskMail(
  workspaceName: string,
  { count, customers }: AtRisk,
  portalUrl: string,
): LaidOutMail {
  const counted = count === 1 ? '1 customer at risk' : `${count} customers at risk`;
  const more = count - customers.length;
  return layOutMail({
    subject: `Tessera: ${counted}`,
    title: `${oneLine(workspaceName)}: ${counted}`,
    blocks: [
      ...customers.flatMap((customer) => blocksOf(customer, portalUrl)),
      ...(more > 0 ? [{ kind: 'text', text: `and ${more} more` } as const] : []),
      { kind: 'button', label: 'Open the customers at risk', url: `${portalUrl}/customers?atRisk=Any` },
      {
        kind: 'note',
        text: `You get this mail once a week if a customer is at risk. Switch it off at ${portalUrl}/settings/notifications`,
      },
    ],
  });
}

function blocksOf({ tenantId, name, risks }: MailedCustomer, portalUrl: string): readonly MailBlock[] {
  const items = risks.map(({ text, until, link }) => ({
    title: oneLine(text),
    lines: until ? [`Ends on ${until.toISOString().slice(0, 10)}`] : [],
    links: [{ label: link.label, url: `${portalUrl}/${link.path}` }],
  }));
  return [
    { kind: 'heading', text: oneLine(name ?? tenantId) },
    { kind: 'list', items },
  ];
}
