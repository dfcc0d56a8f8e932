import createClient from 'openapi-fetch';
import { servicePath } from '../base-path.ts';
import type { components, paths } from './admin-api.generated.ts';
import { ApiError, apiErrorFrom } from './api-error.ts';
import { waitForSession } from './session-wait.ts';

/** The schemas of the admin API: `Schemas['Member']`. */
export type Schemas = components['schemas'];

export const mePath = '/api/admin/v1/me';

/** The admin API, typed by its own document. Refusals are thrown as `ApiError`. */
export const api = createClient<paths>({
  baseUrl: servicePath,
  fetch: fetchWithSession,
  headers: { 'X-Tessera-Request': '1' },
});

api.use({
  async onResponse({ response }) {
    if (!response.ok) throw await apiErrorFrom(response);
  },
  onError({ error }) {
    if (error instanceof ApiError) return error;
    return new ApiError({
      code: 'portal.offline',
      title: 'The service cannot be reached',
      advice: 'Check your connection, then try again. Nothing was changed.',
    });
  },
});

/** A request that meets the end of the session waits until the person has signed in again: no form is lost. */
async function fetchWithSession(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  if (response.status !== 401 || request.url.endsWith(mePath)) return response;
  const { code } = await apiErrorFrom(response.clone());
  if (code !== 'auth.session_required') return response;
  await waitForSession();
  return fetch(request);
}

interface FetchResult<Data> {
  readonly data?: Data;
  readonly response: Response;
}

/** The data of a successful response. */
export async function dataOf<Data>(call: Promise<FetchResult<Data>>): Promise<NonNullable<Data>> {
  return (await call).data as NonNullable<Data>;
}

/** A resource with its ETag. */
export interface Tagged<Data> {
  readonly value: Data;
  readonly tag: string;
}

export async function dataWithTag<Data>(
  call: Promise<FetchResult<Data>>,
): Promise<Tagged<NonNullable<Data>>> {
  const { data, response } = await call;
  return { value: data as NonNullable<Data>, tag: response.headers.get('etag') ?? '' };
}
