import type { EventType, WebhookEndpoint } from './queries.ts';

/** An event type or a group of types. */
export type EventFilterValue = NonNullable<WebhookEndpoint['eventTypes']>[number];

/** A header in the form. A stored header keeps its hidden value until a new one is typed. */
interface HeaderRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly isStored: boolean;
}

export interface EndpointForm {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly EventFilterValue[] | null;
  readonly products: readonly string[] | null;
  readonly headers: readonly HeaderRow[];
  /** Empty: no limit. */
  readonly rateLimitPerMinute: number | '';
}

export const newEndpointForm: EndpointForm = {
  url: '',
  description: '',
  eventTypes: null,
  products: null,
  headers: [],
  rateLimitPerMinute: '',
};

export const formOf = (endpoint: WebhookEndpoint): EndpointForm => ({
  url: endpoint.url,
  description: endpoint.description,
  eventTypes: endpoint.eventTypes,
  products: endpoint.products,
  headers: endpoint.headerNames.map((name, key) => ({ key, name, value: '', isStored: true })),
  rateLimitPerMinute: endpoint.rateLimitPerMinute ?? '',
});

/** The request body; a null header value keeps the stored one. */
export const changesOf = (form: EndpointForm) => ({
  ...settingsOf(form),
  headers: Object.fromEntries(
    headersOf(form).map(({ name, value, isStored }) => [
      name.trim(),
      isStored && value === '' ? null : value,
    ]),
  ),
});

/** The request body of a new endpoint. */
export const additionOf = (form: EndpointForm) => ({
  ...settingsOf(form),
  headers: Object.fromEntries(headersOf(form).map(({ name, value }) => [name.trim(), value])),
});

const headersOf = ({ headers }: EndpointForm) => headers.filter(({ name }) => name.trim() !== '');

const settingsOf = (form: EndpointForm) => ({
  url: form.url.trim(),
  description: form.description.trim(),
  eventTypes: form.eventTypes && [...form.eventTypes],
  products: form.products && [...form.products],
  rateLimitPerMinute: form.rateLimitPerMinute === '' ? null : form.rateLimitPerMinute,
});

/** The filter options by group. */
export function filterValuesByGroup(types: readonly EventType[]) {
  const groups = new Map<string, Set<string>>();
  for (const { heardBy } of types) {
    const [group, ...rest] = heardBy;
    if (group === undefined) continue;
    const values = groups.get(group) ?? new Set([group]);
    for (const value of rest) values.add(value);
    groups.set(group, values);
  }
  return [...groups].map(([group, items]) => ({ group: group.replace('.*', ''), items: [...items] }));
}
