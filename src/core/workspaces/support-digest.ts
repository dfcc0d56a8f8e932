import type { Notice } from './notice.ts';
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

export interface DigestMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const closing = 'Each notice stays in the inbox of the workspace until it is marked as done.';

/**
 * One mail with many notices, grouped by kind in the order of `noticeTable`. The subject contains no text chosen by a
 * partner, so that a workspace cannot impersonate another sender.
 */
export function digestMail(workspaceName: string, groups: readonly DigestGroup[]): DigestMail {
  const sections = groups
    .toSorted((a, b) => noticeKinds.indexOf(a.kind) - noticeKinds.indexOf(b.kind))
    .map(({ kind, count, notices }) => {
      const { title, whatToDo } = noticeEntry(kind);
      const lines = notices.slice(0, maxNoticesPerKind).map((notice) => noticeTexts(notice).text);
      return { heading: `${title} (${count})`, whatToDo, lines, more: count - lines.length };
    });
  const [first] = sections;
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const counted = `${total} ${total === 1 ? 'notice' : 'notices'}`;
  const title = `${oneLine(workspaceName)}: ${counted}`;
  const subject = `Tessera: ${sections.length === 1 && first ? first.heading : counted}`;
  return { subject, text: textOf(title, sections), html: htmlOf(title, sections) };
}

interface Section {
  readonly heading: string;
  readonly whatToDo: string;
  readonly lines: readonly string[];
  readonly more: number;
}

function textOf(title: string, sections: readonly Section[]): string {
  const parts = sections.map(({ heading, whatToDo, lines, more }) =>
    [heading, '', ...lines.map((line) => `- ${line}`), ...andMore(more), '', `What to do: ${whatToDo}`].join(
      '\n',
    ),
  );
  return `${[title, ...parts, closing].join('\n\n')}\n`;
}

function htmlOf(title: string, sections: readonly Section[]): string {
  const parts = sections.map(({ heading, whatToDo, lines, more }) => {
    const items = [...lines, ...andMore(more)].map((line) => `<li>${escaped(line)}</li>`).join('');
    return `<h2>${escaped(heading)}</h2><ul>${items}</ul><p><strong>What to do:</strong> ${escaped(whatToDo)}</p>`;
  });
  const body = [`<h1>${escaped(title)}</h1>`, ...parts, `<p>${escaped(closing)}</p>`].join('\n');
  return `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body>\n${body}\n</body></html>\n`;
}

function andMore(more: number): readonly string[] {
  return more > 0 ? [`and ${more} more`] : [];
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
