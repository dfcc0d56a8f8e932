import { formatNumber } from '../values/format-number.ts';
import { unitText } from '../values/unit-text.ts';
import { type LaidOutMail, layOutMail } from '../workspaces/mail-layout.ts';
import type { MailFacts } from '../workspaces/mail-queue.ts';
import { oneLine } from '../workspaces/notice-texts.ts';

/** Of one mail: the administrators of the customer that were added first. */
export const maxAlertRecipients = 20;

/** A use that has reached a threshold. */
export interface AlertedUse {
  readonly subscriptionId: string;
  readonly usage: {
    readonly dimension: string;
    readonly period: { readonly start: Date; readonly end: Date | null };
    readonly threshold?: number;
    readonly used: number;
    readonly included: number | null;
    /** With a threshold of a usage limit. */
    readonly limit?: number;
    /** The user, team or agent that the limit is for. */
    readonly subject?: string;
  };
}

/** A mail for each threshold and period, which begins with an hour. Neither dimensions nor subjects have line breaks. */
export function alertMailKey({ subscriptionId, usage }: AlertedUse): string {
  const { dimension, period, threshold, limit, subject = '' } = usage;
  const hour = period.start.toISOString().slice(0, 13);
  const of = limit === undefined ? 'I' : 'L';
  return [subscriptionId, hour, of, threshold, dimension, subject].join('\n');
}

/** Null: no threshold was reached. */
export function alertMailFacts({ subscriptionId, usage }: AlertedUse): MailFacts['UsageAlert'] | null {
  const { dimension, period, threshold, used, included, limit, subject } = usage;
  const quantity = limit ?? included;
  if (threshold === undefined || quantity === null) return null;
  return {
    subscriptionId,
    dimension,
    threshold,
    used,
    quantity,
    of: limit === undefined ? 'Included' : 'Limit',
    subject: subject ?? null,
    end: period.end?.toISOString() ?? null,
  };
}

interface AlertedDimension {
  readonly seller: string;
  readonly productName: string;
  readonly planName: string;
  readonly name: string;
  readonly unit: string;
  /** The customer's page; null: there is none. */
  readonly link: string | null;
}

export function alertMail(facts: MailFacts['UsageAlert'], dimension: AlertedDimension): LaidOutMail {
  const { threshold, used, quantity, of, subject, end } = facts;
  const { seller, productName, planName, name, unit, link } = dimension;
  const what = of === 'Limit' ? 'usage limit' : 'included quantity';
  const title = `${threshold} % of the ${what} is used`;
  const beyond =
    of === 'Limit'
      ? 'When the limit is reached, the application may refuse further use until the period ends.'
      : 'What is used beyond the included quantity may be billed.';
  return layOutMail({
    subject: `${oneLine(productName)}: ${title}`,
    title: `${oneLine(productName)}: ${title}`,
    blocks: [
      {
        kind: 'text',
        text: `Your organisation uses ${oneLine(productName)} of ${oneLine(seller)}. ${beyond}`,
      },
      {
        kind: 'facts',
        facts: [
          ['Plan', planName],
          ['Usage', name],
          ...(subject === null ? [] : [['Of', subject] as const]),
          ['Used', `${formatNumber(used)} of ${unitText(quantity, unit)}`],
          ...(end === null ? [] : [['Period ends', `${end.slice(0, 16).replace('T', ' ')} UTC`] as const]),
        ],
      },
      ...(link === null ? [] : [{ kind: 'button', label: 'Open your subscription', url: link } as const]),
      {
        kind: 'note',
        text: `You get this mail as an administrator of your organisation, once for each threshold and period. Ask ${oneLine(seller)} to switch it off.`,
      },
    ],
  });
}
