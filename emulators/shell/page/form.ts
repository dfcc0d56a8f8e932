import type { EmulatorResponse } from '../response.ts';

/** The fields of a form without the empty ones, and the fragment of the page to return to. */
export function readForm(form: URLSearchParams): { readonly back: string; readonly fields: URLSearchParams } {
  const fields = new URLSearchParams([...form].filter(([name, value]) => name !== 'back' && value !== ''));
  return { back: form.get('back') ?? '', fields };
}

/** Returns to the page after a command, or shows it with the command's error. */
export function formResponse(
  answer: EmulatorResponse,
  back: string,
  failedPage: (failed: { readonly status: number; readonly error: string }) => EmulatorResponse,
): EmulatorResponse {
  if (answer.status === 200) return { status: 303, headers: { location: `/#${encodeURIComponent(back)}` } };
  const { error = 'It did not work.' } = (answer.body ?? {}) as { readonly error?: string };
  return failedPage({ status: answer.status, error });
}
