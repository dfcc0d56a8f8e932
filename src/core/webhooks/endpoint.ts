import { urlIssue } from '../network/partner-address.ts';
import { type Refusal, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import { nameIssues } from '../values/text.ts';
import { type EventTypeFilter, filterValues } from './event.ts';

/** The settings of a webhook endpoint. */
export interface WebhookEndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: EventTypeFilter;
  /** Product slugs. */
  readonly products: 'all' | readonly string[];
  /** Sent with every delivery, such as the key of a gateway. */
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum deliveries per minute; null: unlimited. */
  readonly rateLimitPerMinute: number | null;
}

/** New headers by name: a value, or null to keep the stored value, which cannot be read back. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

const maxDescriptionLength = 200;
export const maxHeaders = 20;
export const maxHeaderBytes = 4_096;
const maxPerMinute = 60_000;

/** Headers of the connection and the message, which partners cannot set. */
const reservedHeaders = new Set([
  'connection',
  'cookie',
  'date',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

export function endpointIssues(
  settings: WebhookEndpointSettings,
  allowsLocal: boolean,
): readonly ValidationIssue[] {
  const { description, eventTypes, products, rateLimitPerMinute } = settings;
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });

  const aboutUrl = urlIssue(settings.url, allowsLocal);
  if (aboutUrl) complain('url', ...aboutUrl);
  if (description !== '') issues.push(...nameIssues('description', description, maxDescriptionLength));
  if (eventTypes !== 'all') {
    if (eventTypes.length === 0) complain('eventTypes', 'length', 'must have at least one type, or be all');
    for (const [index, value] of eventTypes.entries()) {
      if (!filterValues.includes(value)) {
        complain(`eventTypes.${index}`, 'enum', `must be one of ${filterValues.join(', ')}`);
      }
    }
  }
  if (products !== 'all' && products.length === 0) {
    complain('products', 'length', 'must have at least one product, or be all');
  }
  issues.push(...headerIssues(settings.headers));
  const isSoundLimit =
    rateLimitPerMinute === null ||
    (Number.isInteger(rateLimitPerMinute) && rateLimitPerMinute >= 1 && rateLimitPerMinute <= maxPerMinute);
  if (!isSoundLimit) {
    complain('rateLimitPerMinute', 'range', `must be a whole number from 1 to ${maxPerMinute}, or null`);
  }
  return issues;
}

function headerIssues(headers: Readonly<Record<string, string>>): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const names = Object.keys(headers);
  if (names.length > maxHeaders) {
    issues.push({ path: 'headers', rule: 'length', message: `must have at most ${maxHeaders} headers` });
  }
  const size = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > maxHeaderBytes) {
    const message = `must have at most ${maxHeaderBytes} characters in total`;
    issues.push({ path: 'headers', rule: 'length', message });
  }
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const path = `headers.${name}`;
    const lowerName = name.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/i.test(name)) {
      issues.push({ path, rule: 'format', message: 'is not a valid header name' });
    } else if (isReservedHeader(lowerName)) {
      issues.push({ path, rule: 'reserved', message: 'is reserved' });
    }
    if (seen.has(lowerName)) issues.push({ path, rule: 'unique', message: 'is repeated' });
    seen.add(lowerName);
    if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
      issues.push({
        path,
        rule: 'format',
        message: 'must be printable ASCII without leading or trailing blanks',
      });
    }
  }
  return issues;
}

/** Fills in the stored value of each null. Header names are case-insensitive. */
export function mergeHeaders(
  headers: HeaderChanges,
  current: () => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | Refusal {
  if (!Object.values(headers).includes(null)) return headers as Readonly<Record<string, string>>;
  const values = new Map(Object.entries(current()).map(([name, value]) => [name.toLowerCase(), value]));
  const filled: [name: string, value: string][] = [];
  const issues: ValidationIssue[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const found = value ?? values.get(name.toLowerCase());
    if (found === undefined) {
      issues.push({ path: `headers.${name}`, rule: 'required', message: 'has no stored value to keep' });
    } else filled.push([name, found]);
  }
  return issues.length > 0 ? refuseInvalid(issues) : Object.fromEntries(filled);
}

function isReservedHeader(name: string): boolean {
  return reservedHeaders.has(name) || /^(webhook-|content-|sec-|proxy-)/.test(name);
}

/**
 * An endpoint that moves to another origin must not keep stored header values, which may be secrets. The signing secret
 * stays: deliveries carry signatures, never the secret.
 */
export function headerDestinationIssues(
  before: { readonly url: string; readonly headerNames: readonly string[] },
  url: string,
  headers: HeaderChanges | undefined,
): readonly ValidationIssue[] {
  if (originOf(before.url) === originOf(url)) return [];
  const unchanged = headers
    ? Object.keys(headers).filter((name) => headers[name] === null)
    : before.headerNames;
  const message =
    'must be entered again when the origin of url changes: a stored value is not sent to another origin';
  return unchanged.map((name) => ({ path: `headers.${name}`, rule: 'required', message }));
}

/** Undefined for an invalid URL. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
