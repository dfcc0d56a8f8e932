import type { NoticeFacts, NoticeKind } from './notice-texts.ts';

/**
 * A message to the support of a workspace, in its inbox and by mail. It is written in the same transaction as the change
 * it reports.
 */
export interface Notice {
  readonly kind: NoticeKind;
  /** Deduplicates: a workspace has one notice per kind and key. */
  readonly key: string;
  readonly facts: NoticeFacts;
}
