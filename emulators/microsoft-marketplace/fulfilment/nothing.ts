import type { EmulatorResponse } from '../../shell/response.ts';
import type { Dialect } from '../dialect.ts';

/** The answer for an empty list. */
export function nothingResponse(
  listName: 'subscriptions' | 'operations',
  { nothing }: Dialect,
): EmulatorResponse {
  const documented = listName === 'subscriptions' ? 'empty-body' : 'empty-object';
  switch (nothing === 'documented' ? documented : nothing) {
    case 'empty-body':
      return { status: 200 };
    case 'empty-object':
      return { status: 200, body: {} };
    case 'empty-array':
      return { status: 200, body: [] };
    case 'empty-list':
      return { status: 200, body: { [listName]: [] } };
  }
}
