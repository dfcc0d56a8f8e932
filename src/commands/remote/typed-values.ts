import { isUuid } from '../../core/identifiers.ts';
import { readTimestamp } from '../../core/values/timestamp.ts';
import { WrongCall } from '../call.ts';

/** `name`: as it is typed, `<tenant>` or `--tenant`. */
export function readTenantId(name: string, typed: string): string {
  if (isUuid(typed)) return typed;
  throw new WrongCall(`${name} must be the id of a tenant, such as b0000000-0000-4000-8000-000000000001.`);
}

export function readTime(name: string, typed: string | undefined): string | undefined {
  if (typed === undefined || readTimestamp(typed)) return typed;
  throw new WrongCall(`${name} must be a time, such as 2026-11-01T08:00:00Z.`);
}
