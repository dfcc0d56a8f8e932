import { answerControl } from '../../shell/control.ts';
import { formResponse, readForm } from '../../shell/page/form.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import { type Controls, controlMarketplace } from '../control.ts';
import { marketplacePage } from './page.ts';

/** Answers a form of the page: its fields are the command's query or, for a purchase, its body. */
export async function answerForm(
  command: string,
  form: URLSearchParams,
  controls: Controls,
  now: Date,
): Promise<EmulatorResponse> {
  const carryOut = (to: string, query: URLSearchParams, body = '') =>
    answerControl({ method: 'POST', command: to, query, body }, (request) =>
      controlMarketplace(request, controls),
    );
  const { back, fields } = readForm(form);
  const order = command === 'purchases' ? orderOf(fields) : null;
  const addresses = order && addressesOf(order, fields);
  const saved = addresses && (await carryOut(addresses.command, addresses.query));
  const answer =
    saved && saved.status !== 200
      ? saved
      : await carryOut(command, fields, order ? JSON.stringify(order) : undefined);
  const made = (answer.body as { readonly subscription?: { readonly id: string } } | undefined)?.subscription
    ?.id;
  const place = command === 'purchases' && made !== undefined ? `subscription-${made}` : back;
  return formResponse(answer, place, (failed) => marketplacePage(controls, now, { failed }));
}

interface Order {
  readonly publisherId?: string;
  readonly offerId?: string;
}

/** The plan comes as one field, with its offer and publisher. */
function orderOf(form: URLSearchParams): Order {
  const { plan, quantity, landingPageUrl: _, webhookUrl: __, ...others } = Object.fromEntries(form);
  const [publisherId, offerId, planId] = plan === undefined ? [] : (JSON.parse(plan) as string[]);
  return {
    ...others,
    ...(plan === undefined ? {} : { publisherId, offerId, planId }),
    ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
  };
}

/** A purchase that a publisher's service has prepared leads to that service from now on. */
function addressesOf({ publisherId, offerId }: Order, form: URLSearchParams) {
  const names = ['landingPageUrl', 'webhookUrl'].filter((name) => form.has(name));
  if (names.length === 0 || !publisherId || !offerId) return null;
  return {
    command: `offers/${encodeURIComponent(publisherId)}/${encodeURIComponent(offerId)}`,
    query: new URLSearchParams(Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']))),
  };
}
