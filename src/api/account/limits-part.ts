import type { WrittenCeiling } from '../../actions/usage/customer-ceilings.ts';
import { type LimitPeriod, limitPeriods } from '../../core/catalogue/meter.ts';
import { dayText } from '../../core/marketplace/purchases/account.ts';
import {
  type AppliedLimit,
  type CeilingProblem,
  ceilingProblemTexts,
  maxSubjectLength,
  wholeTenant,
} from '../../core/usage/limits/customer-limit.ts';
import { formatNumber } from '../../core/values/format-number.ts';
import { unitText } from '../../core/values/unit-text.ts';
import type { LimitUse } from '../../storage/usage/customer-limits.ts';
import { type Html, html } from '../pages/html.ts';
import type { AccountVisit } from './account-visit.ts';
import { changeForm, removalForm } from './change-form.ts';

/** A dimension that can have ceilings, with its limits in force. */
export interface LimitedUse {
  readonly dimension: string;
  readonly name: string;
  readonly unit: string;
  readonly limits: readonly (AppliedLimit & { readonly use: LimitUse | null })[];
}

export interface RefusedCeiling {
  readonly written: WrittenCeiling;
  readonly problem: CeilingProblem;
}

const periods: Readonly<Record<LimitPeriod, string>> = {
  Day: 'day',
  Month: 'month',
  Year: 'year',
  Term: 'term',
};

/** The limits of the vendor and the ceilings of the customer, with the form that sets one. */
export function limitSection(
  visit: AccountVisit,
  path: string,
  limited: readonly LimitedUse[],
  refused: RefusedCeiling | null,
): Html {
  if (limited.length === 0) return html``;
  return html`<section class="part" aria-labelledby="ceilings">
      <h2 id="ceilings">Usage limits</h2>
      <p>A ceiling of your own keeps usage and its cost within a quantity, for your whole organisation or for one user, team or
        agent. When it is reached, the application is told to stop until the period ends or you raise the ceiling. What was used
        already still counts. ${visit.seller} sees your ceilings.</p>
      <ul class="people">${limited.flatMap((meter) =>
        meter.limits.map((limit) => limitItem(visit, path, meter, limit)),
      )}</ul>
      ${ceilingForm(visit, path, limited, refused)}
    </section>`;
}

function limitItem(
  visit: AccountVisit,
  path: string,
  { dimension, name, unit }: LimitedUse,
  { setBy, subject, quantity, per, action, use }: LimitedUse['limits'][number],
): Html {
  const isOwn = setBy === 'Customer';
  const whose = isOwn ? (subject === wholeTenant ? 'Your ceiling' : `Your ceiling for ${subject}`) : 'Limit';
  const beyond = action === 'Warn' ? 'More is possible, and announced.' : '';
  return html`<li>
      <span>${name}: ${unitText(quantity, unit)} a ${periods[per]}
        <small>${isOwn ? whose : `${whose} of ${visit.seller}`}. ${useText(use)} ${beyond}</small></span>
      ${
        isOwn &&
        removalForm(visit, {
          path: `${path}/ceilings/remove`,
          field: 'ceiling',
          value: ceilingName({ dimension, subject }),
          verb: 'Remove',
          noun: 'the ceiling',
          of: `of ${name}${subject === wholeTenant ? '' : ` for ${subject}`}`,
          warning: 'Usage is limited by the remaining limits only.',
        })
      }
    </li>`;
}

type CeilingName = Pick<WrittenCeiling, 'dimension' | 'subject'>;

/** Both texts may have any characters. */
function ceilingName({ dimension, subject }: CeilingName): string {
  return JSON.stringify([dimension, subject]);
}

/** Undefined for a text that a form of ours does not have. */
export function readCeilingName(text: string): CeilingName | undefined {
  try {
    const [dimension, subject] = JSON.parse(text) as unknown[];
    return typeof dimension === 'string' && typeof subject === 'string' ? { dimension, subject } : undefined;
  } catch {
    return undefined;
  }
}

function useText(use: LimitUse | null): string {
  if (!use) return 'Nothing used since it was set or its period began.';
  const { used, reserved, end } = use;
  const inFlight = reserved > 0 ? `, ${formatNumber(reserved)} in progress` : '';
  return `${formatNumber(used)} used${inFlight}${end ? `; starts again on ${dayText(end)}` : ''}.`;
}

/** What the fields show again after a refusal. */
const noCeiling: WrittenCeiling = { dimension: '', subject: '', quantity: '', per: 'Month' };

function ceilingForm(
  visit: AccountVisit,
  path: string,
  limited: readonly LimitedUse[],
  refused: RefusedCeiling | null,
): Html {
  const { dimension, subject, quantity, per } = refused?.written ?? noCeiling;
  const option = (value: string, label: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
  const invalid = (...problems: readonly CeilingProblem[]) =>
    refused !== null &&
    problems.includes(refused.problem) &&
    html` aria-invalid="true" aria-describedby="ceiling-problem"`;
  const content = html`${
    refused &&
    html`<p class="problem" id="ceiling-problem" role="alert">${ceilingProblemTexts[refused.problem]}</p>`
  }
      <label for="ceiling-dimension">Set a ceiling of</label>
      <select id="ceiling-dimension" name="dimension" required>${limited.map((meter) =>
        option(meter.dimension, meter.name, dimension),
      )}</select>
      <label for="ceiling-quantity">Quantity</label>
      <input type="text" id="ceiling-quantity" name="quantity" required inputmode="decimal" autocomplete="off" value="${quantity}"${invalid('Quantity', 'NotLower')}>
      <label for="ceiling-per">For each</label>
      <select id="ceiling-per" name="per" required${invalid('Period')}>${limitPeriods.map((one) =>
        option(one, periods[one], per),
      )}</select>
      <label for="ceiling-subject">User, team or agent (optional)</label>
      <p class="quiet" id="ceiling-subject-hint">As the application names it. Leave it empty for your whole organisation.</p>
      <input type="text" id="ceiling-subject" name="subject" maxlength="${maxSubjectLength}" autocomplete="off" autocapitalize="none" spellcheck="false" value="${subject}"${
        invalid('Subject', 'TooManySubjects') || html` aria-describedby="ceiling-subject-hint"`
      }>
      <p class="quiet">For the same or a shorter period than a limit of ${visit.seller}, a ceiling is lower than that limit. For a
        longer period it may be any quantity: both count, and the one reached first decides.</p>
      <p class="actions"><button class="button" type="submit">Set ceiling</button></p>`;
  return changeForm(visit, `${path}/ceilings`, content);
}
