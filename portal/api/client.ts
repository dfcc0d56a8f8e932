import createClient from 'openapi-fetch';
import { servicePath } from '../place.ts';
import type { components, paths } from './admin-api.generated.ts';
import { Trouble, troubleFrom } from './trouble.ts';

/** What the admin API calls its things: `Schemas['Member']`. */
export type Schemas = components['schemas'];

/** The admin API, typed by its own document. Whatever is refused is thrown as `Trouble`. */
export const api = createClient<paths>({
  baseUrl: servicePath,
  headers: { 'X-Tessera-Request': '1' },
});

api.use({
  async onResponse({ response }) {
    if (!response.ok) throw await troubleFrom(response);
  },
  onError({ error }) {
    if (error instanceof Trouble) return error;
    return new Trouble({
      code: 'portal.offline',
      title: 'The service cannot be reached',
      advice: 'Check your connection, then try again. Nothing was changed.',
    });
  },
});

interface Answered<Data> {
  readonly data?: Data;
  readonly response: Response;
}

/** What a call was answered with. */
export async function answered<Data>(call: Promise<Answered<Data>>): Promise<NonNullable<Data>> {
  return (await call).data as NonNullable<Data>;
}

/** Something that can be edited, with the tag that says which state of it was read. */
export interface Tagged<Data> {
  readonly value: Data;
  readonly tag: string;
}

export async function answeredWithTag<Data>(
  call: Promise<Answered<Data>>,
): Promise<Tagged<NonNullable<Data>>> {
  const { data, response } = await call;
  return { value: data as NonNullable<Data>, tag: response.headers.get('etag') ?? '' };
}
