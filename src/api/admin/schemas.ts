import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { RefusalCode } from '../../core/refusal.ts';
import { refusalResponses } from '../schemas.ts';

export const instant = Type.String({ format: 'date-time' });
export const uuid = Type.String({ format: 'uuid' });

export const nullable = {
  text: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  uuid: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' }),
  instant: Type.Unsafe<Date | null>({ type: ['string', 'null'], format: 'date-time' }),
  /** For request bodies; answers have dates. */
  writtenInstant: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  integer: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  number: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  oneOf: <const Values extends readonly string[]>(values: Values) =>
    Type.Unsafe<Values[number] | null>({ type: ['string', 'null'], enum: [...values, null] }),
  /** All members are required. */
  object: <Members extends TProperties>(members: Members, description?: string) =>
    Type.Unsafe<Static<TObject<Members>> | null>({
      type: ['object', 'null'],
      ...(description && { description }),
      properties: members,
      required: Object.keys(members),
    }),
};

/** The schema with a description. */
export const described = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema>>({ ...schema, description });

/** An answer without a body. */
export function noContent(description: string) {
  return { 204: { type: 'null', description } };
}

const always: readonly RefusalCode[] = [
  'request.validation_failed',
  'request.headers_too_large',
  'service.internal_error',
  'service.unavailable',
];

const ofChanges: readonly RefusalCode[] = [
  'request.cross_site',
  'request.too_large',
  'request.unsupported_media_type',
];

const ofWorkspaces: readonly RefusalCode[] = [
  'auth.credentials_invalid',
  'auth.network_not_allowed',
  'auth.session_required',
  'request.rate_limited',
  'auth.role_not_allowed',
  'workspace.suspended',
  'resource.not_found',
];

/** The refusals of routes that read, or change, data of a workspace. */
export const readRefusals = (...own: readonly RefusalCode[]) =>
  refusalResponses([...own, ...ofWorkspaces, ...always]);
export const changeRefusals = (...own: readonly RefusalCode[]) =>
  refusalResponses([...own, ...ofChanges, ...ofWorkspaces, ...always]);
/** The refusals of routes with `If-Match`. */
export const editRefusals = (...own: readonly RefusalCode[]) =>
  changeRefusals('request.precondition_required', 'request.precondition_failed', ...own);
/** The refusals of routes outside a workspace. */
export const sessionRefusals = (...own: readonly RefusalCode[]) =>
  refusalResponses([
    ...own,
    'auth.session_required',
    'auth.credentials_invalid',
    'auth.network_not_allowed',
    'auth.not_for_service_accounts',
    'request.cross_site',
    ...always,
  ]);
/** The refusals of routes about the calling service account. */
export const accountRefusals = (...own: readonly RefusalCode[]) =>
  refusalResponses([
    ...own,
    'auth.credentials_invalid',
    'auth.network_not_allowed',
    'workspace.suspended',
    'request.rate_limited',
    ...always,
  ]);

/** Picks the settings that a body has; its other members are ignored. */
export function given<Settings extends Record<string, TSchema>>(
  settings: Settings,
  body: { readonly [Member in keyof Settings]?: unknown },
): { [Member in keyof Settings]?: Static<Settings[Member]> } {
  const members = Object.keys(settings) as (keyof Settings)[];
  return Object.fromEntries(
    members.flatMap((member) => (body[member] === undefined ? [] : [[member, body[member]]])),
  ) as { [Member in keyof Settings]?: Static<Settings[Member]> };
}
