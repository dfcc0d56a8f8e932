import type { EarlierUse, MeterUse } from '../../actions/usage/meter-use.ts';
import type { IncludedItem } from '../../core/catalogue/included.ts';
import { dayText } from '../../core/marketplace/purchases/account.ts';
import type { Period } from '../../core/usage/period.ts';
import { useText } from '../../core/usage/use-text.ts';
import { formatNumber } from '../../core/values/format-number.ts';
import { type Html, html } from '../pages/html.ts';

/**
 * @param level of the heading: one below that of the subscription
 * @param earlier of all dimensions
 */
export function usageList(
  meters: readonly MeterUse[],
  level: 2 | 3,
  earlier: readonly EarlierUse[] = [],
): Html {
  if (meters.length === 0) return html``;
  const title = 'Usage of this period';
  return html`${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
    <ul class="usage">${meters.map((meter) =>
      usageItem(
        meter,
        earlier.filter(({ dimension }) => dimension === meter.dimension),
      ),
    )}</ul>`;
}

function usageItem(meter: MeterUse, earlier: readonly EarlierUse[]): Html {
  const { name, unit, used, limit, period } = meter;
  const included = meter.included?.quantity ?? null;
  const { amount, warning, tone } = useText({ unit, used, included, limit });
  const [allowed, of] = included === null ? [limit, 'the limit'] : [included, 'the included quantity'];
  return html`<li class="${tone}">
      <span><strong>${name}</strong> <span>${amount}</span></span>
      ${
        allowed !== null &&
        html`<progress max="${allowed}" value="${Math.min(used, allowed)}" aria-label="${name}, of ${of}"></progress>`
      }
      ${warning !== null && html`<span class="warning">${warning}</span>`}
      <small>${daysOf(period)}${limit !== null && warning === null && `. Limit: ${formatNumber(limit)}`}</small>
      ${earlier.length > 0 && earlierTable(meter, earlier)}
    </li>`;
}

/** The end is exclusive: the last day is the one before it. */
function daysOf({ start, end }: Period): string {
  const last = end && dayText(new Date(end.getTime() - 1));
  return last ? `${dayText(start)} to ${last}` : `Since ${dayText(start)}`;
}

/** The included quantity and the limit are those of today: earlier ones are not stored. */
function earlierTable({ name, unit, included, limit }: MeterUse, earlier: readonly EarlierUse[]): Html {
  const quantity = included?.quantity ?? null;
  const numeric = (value: number) => html`<td>${formatNumber(value)}</td>`;
  return html`<details>
      <summary>Earlier periods<span class="hidden"> of ${name}</span></summary>
      <table>
        <thead><tr>
          <th scope="col">Period</th><th scope="col">Used</th>
          ${quantity !== null && html`<th scope="col">Included</th>`}
          ${limit !== null && html`<th scope="col">Limit</th>`}
        </tr></thead>
        <tbody>${earlier.map(({ period, used }) => {
          const { tone, warning } = useText({ unit, used, included: quantity, limit });
          const isOver = tone === 'over';
          return html`<tr>
            <th scope="row">${daysOf(period)}${isOver && html`<small class="warning">${warning}</small>`}</th>
            ${numeric(used)}${quantity !== null && numeric(quantity)}${limit !== null && numeric(limit)}
          </tr>`;
        })}</tbody>
      </table>
    </details>`;
}

/** What the plan includes, under the names that the vendor gave. */
export function includedList(items: readonly IncludedItem[]): Html {
  if (items.length === 0) return html``;
  return html`<h2>Included in your plan</h2>
    <ul class="usage">${items.map(includedItem)}</ul>`;
}

function includedItem({ name, description, amount }: IncludedItem): Html {
  const text =
    amount === null || amount === 'Unlimited'
      ? amount
      : [formatNumber(amount.value), amount.unit].filter(Boolean).join(' ');
  return html`<li>
      <span><span>${name}</span> ${text !== null && html`<span>${text}</span>`}</span>
      ${description !== null && html`<small>${description}</small>`}
    </li>`;
}
