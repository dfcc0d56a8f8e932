import type { Answer } from '../../entra/answer.ts';
import { answerControl, type Controls } from '../control.ts';
import { renderPage } from './page.ts';

/** What a form of the page sends: a command, whose fields are its query or, for a purchase, its body. */
export async function answerForm(
  command: string,
  form: URLSearchParams,
  controls: Controls,
  now: Date,
): Promise<Answer> {
  const back = form.get('back') ?? '';
  form.delete('back');
  // An empty field is one that somebody left alone.
  for (const [name, value] of [...form]) if (value === '') form.delete(name);
  const body = command === 'purchases' ? JSON.stringify(orderOf(form)) : '';
  const answer = await answerControl({ method: 'POST', command, query: form, body }, controls);
  if (answer.status === 200) {
    const made = (answer.body as { readonly subscription?: { readonly id: string } }).subscription?.id;
    const place = command === 'purchases' && made !== undefined ? `subscription-${made}` : back;
    return { status: 303, headers: { location: `/#${encodeURIComponent(place)}` } };
  }
  const { error = 'It did not work.' } = (answer.body ?? {}) as { readonly error?: string };
  return { status: answer.status, text: renderPage(controls, now, error) };
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
