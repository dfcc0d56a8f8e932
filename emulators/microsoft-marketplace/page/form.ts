import { answerControl } from '../../shell/control.ts';
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
  const back = form.get('back') ?? '';
  form.delete('back');
  // An empty field counts as absent.
  for (const [name, value] of [...form]) if (value === '') form.delete(name);
  const order = command === 'purchases' ? orderOf(form) : null;
  const addresses = order && addressesOf(order, form);
  const saved = addresses && (await carryOut(addresses.command, addresses.query));
  const answer =
    saved && saved.status !== 200
      ? saved
      : await carryOut(command, form, order ? JSON.stringify(order) : undefined);
  if (answer.status === 200) {
    const made = (answer.body as { readonly subscription?: { readonly id: string } }).subscription?.id;
    const place = command === 'purchases' && made !== undefined ? `subscription-${made}` : back;
    return { status: 303, headers: { location: `/#${encodeURIComponent(place)}` } };
  }
  const { error = 'It did not work.' } = (answer.body ?? {}) as { readonly error?: string };
  return marketplacePage(controls, now, { failed: { status: answer.status, error } });
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
