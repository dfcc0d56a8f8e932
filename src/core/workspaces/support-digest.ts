import { type LaidOutMail, layOutMail, type MailBlock } from './mail-layout.ts';
import { type Notice, noticeLinks } from './notice.ts';
import {
  minuteText,
  type NoticeKind,
  noticeDeadline,
  noticeEntry,
  noticeKinds,
  noticeTexts,
  oneLine,
} from './notice-texts.ts';

/** A mail lists this many notices of a kind, and counts the rest. */
export const maxNoticesPerKind = 20;

/** The minimum pause between two digests of a workspace. */
export const digestPauseMilliseconds = 5 * 60_000;

/** The notices of one kind in a digest: the total, and the first ones. */
export interface DigestGroup {
  readonly kind: NoticeKind;
  readonly count: number;
  readonly notices: readonly Pick<Notice, 'kind' | 'facts'>[];
}

const closing = 'Each notice stays in the inbox of the workspace until it is marked as done.';

/** The links of a notice that a mail has. A rejected report also leads to the mapping that may be wrong. */
const mailedLinks: Partial<Record<NoticeKind, number>> = { UsageRejected: 2, UsageRejectedExpiring: 2 };

/**
 * One mail with many notices, grouped by kind in the order of `noticeTable`. The subject contains no text chosen by a
 * partner, so that a workspace cannot impersonate another sender.
 *
 * @param portalUrl the pages of the workspace in the portal, without a slash at the end
 */
export function digestMail(
  workspaceName: string,
  groups: readonly DigestGroup[],
  portalUrl: string,
  now: Date,
): LaidOutMail {
  const sorted = groups.toSorted((a, b) => noticeKinds.indexOf(a.kind) - noticeKinds.indexOf(b.kind));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const counted = `${total} ${total === 1 ? 'notice' : 'notices'}`;
  const [first] = sorted;
  const subject = sorted.length === 1 && first ? headingOf(first) : counted;
  return layOutMail({
    subject: `Tessera: ${subject}${firstDeadline(sorted, now)}`,
    title: `${oneLine(workspaceName)}: ${counted}`,
    blocks: [
      ...sorted.flatMap((group) => blocksOf(group, portalUrl, now)),
      { kind: 'button', label: 'Open the inbox', url: `${portalUrl}/inbox` },
      { kind: 'note', text: closing },
    ],
  });
}

function headingOf({ kind, count }: DigestGroup): string {
  const { title } = noticeEntry(kind);
  return count === 1 ? title : `${title} (${count})`;
}

/** For the subject: `, report again until 2026-11-15 14:00 UTC`. Empty if nothing is urgent. */
function firstDeadline(groups: readonly DigestGroup[], now: Date): string {
  const [first] = groups
    .flatMap(({ notices }) => notices.flatMap((notice) => noticeDeadline(notice) ?? []))
    .filter(({ at }) => at > now)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (!first) return '';
  const words =
    groups.length === 1 ? first.words.charAt(0).toLowerCase() + first.words.slice(1) : 'the first until';
  return `, ${words} ${minuteText(first.at)}`;
}

function blocksOf(group: DigestGroup, portalUrl: string, now: Date): readonly MailBlock[] {
  const { kind, count, notices } = group;
  const items = notices.slice(0, maxNoticesPerKind).map((notice) => {
    const { headline, text } = noticeTexts(notice);
    const deadline = noticeDeadline(notice);
    const links = noticeLinks(notice, now).slice(0, mailedLinks[kind] ?? 1);
    return {
      title: headline,
      lines: [text, ...(deadline ? [`${deadline.words} ${minuteText(deadline.at)}.`] : [])],
      links: links.map(({ label, path }) => ({ label, url: `${portalUrl}/${path}` })),
    };
  });
  const more = count - items.length;
  return [
    { kind: 'heading', text: headingOf(group) },
    { kind: 'text', text: noticeEntry(kind).whatToDo },
    { kind: 'list', items },
    ...(more > 0 ? [{ kind: 'text', text: `and ${more} more` } as const] : []),
  ];
}
