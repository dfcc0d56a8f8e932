import { type LaidOutMail, layOutMail, type MailBlock } from './mail-layout.ts';
import { type Notice, noticeLinks } from './notice.ts';
import { type NoticeKind, noticeEntry, noticeKinds, noticeTexts, oneLine } from './notice-texts.ts';

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
): LaidOutMail {
  const sorted = groups.toSorted((a, b) => noticeKinds.indexOf(a.kind) - noticeKinds.indexOf(b.kind));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const counted = `${total} ${total === 1 ? 'notice' : 'notices'}`;
  const [first] = sorted;
  return layOutMail({
    subject: `Tessera: ${sorted.length === 1 && first ? headingOf(first) : counted}`,
    title: `${oneLine(workspaceName)}: ${counted}`,
    blocks: [
      ...sorted.flatMap((group) => blocksOf(group, portalUrl)),
      { kind: 'button', label: 'Open the inbox', url: `${portalUrl}/inbox` },
      { kind: 'note', text: closing },
    ],
  });
}

function headingOf({ kind, count }: DigestGroup): string {
  const { title } = noticeEntry(kind);
  return count === 1 ? title : `${title} (${count})`;
}

function blocksOf(group: DigestGroup, portalUrl: string): readonly MailBlock[] {
  const { kind, count, notices } = group;
  const items = notices.slice(0, maxNoticesPerKind).map((notice) => {
    const [link] = noticeLinks(notice);
    return {
      text: noticeTexts(notice).text,
      link: link ? { label: link.label, url: `${portalUrl}/${link.path}` } : null,
    };
  });
  const more = count - items.length;
  return [
    { kind: 'heading', text: headingOf(group) },
    { kind: 'list', items },
    ...(more > 0 ? [{ kind: 'text', text: `and ${more} more` } as const] : []),
    { kind: 'text', text: `What to do: ${noticeEntry(kind).whatToDo}` },
  ];
}
