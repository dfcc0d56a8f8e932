import type { Answer } from '../../shell/answer.ts';
import { answerControl } from '../../shell/control.ts';
import { type Controls, controlMarketplace } from '../control.ts';
import { marketplacePage } from './page.ts';

/** Answers a form of the page: its fields are the command's query or, for a purchase, its body. */
export async function answerForm(
  command: string,
  form: URLSearchParams,
  controls: Controls,
  now: Date,
): Promise<Answer> {
  const back = form.get('back') ?? '';
  form.delete('back');
  // An empty field counts as absent.
  for (const [name, value] of [...form]) if (value === '') form.delete(name);
  const body = command === 'purchases' ? JSON.stringify(orderOf(form)) : '';
  const answer = await answerControl({ method: 'POST', command, query: form, body }, (request) =>
    controlMarketplace(request, controls),
  );
  if (answer.status === 200) {
    const made = (answer.body as { readonly subscription?: { readonly id: string } }).subscription?.id;
    const place = command === 'purchases' && made !== undefined ? `subscription-${made}` : back;
    return { status: 303, headers: { location: `/#${encodeURIComponent(place)}` } };
  }
  const { error = 'It did not work.' } = (answer.body ?? {}) as { readonly error?: string };
  return marketplacePage(controls, now, { status: answer.status, error });
}

/** The plan comes as one field, with its offer and publisher. */
function orderOf(form: URLSearchParams): object {
  const { plan, quantity, ...others } = Object.fromEntries(form);
  const [publisherId, offerId, planId] = plan === undefined ? [] : (JSON.parse(plan) as string[]);
  return {
    ...others,
    ...(plan === undefined ? {} : { publisherId, offerId, planId }),
    ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
  };
}
