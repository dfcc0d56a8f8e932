import { Type } from 'typebox';
import type { RefusalCode } from '../../core/refusal.ts';
import { refusalAnswers } from '../schemas.ts';

export const instant = Type.String({ format: 'date-time' });
export const uuid = Type.String({ format: 'uuid' });

export const nullable = {
  text: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  uuid: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' }),
  instant: Type.Unsafe<Date | null>({ type: ['string', 'null'], format: 'date-time' }),
  /** As it is sent; answers are made of dates. */
  writtenInstant: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  integer: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
};

/** The parameters of an address below a workspace. */
export function workspacePath<const Names extends readonly string[]>(...names: Names) {
  const ids = ['workspaceId', ...names] as ('workspaceId' | Names[number])[];
  return Type.Object(
    Object.fromEntries(ids.map((name) => [name, uuid])) as Record<(typeof ids)[number], typeof uuid>,
  );
}

const always: readonly RefusalCode[] = [
  'request.validation_failed',
  'service.internal_error',
  'service.unavailable',
];

const ofChanges: readonly RefusalCode[] = [
  'request.cross_site',
  'request.too_large',
  'request.unsupported_media_type',
];

const ofWorkspaces: readonly RefusalCode[] = [
  'auth.session_required',
  'request.rate_limited',
  'auth.role_not_allowed',
  'workspace.suspended',
  'resource.not_found',
];

/** What may be refused to somebody who reads, or changes, something of a workspace. */
export const readRefusals = (...own: readonly RefusalCode[]) =>
  refusalAnswers([...own, ...ofWorkspaces, ...always]);
export const changeRefusals = (...own: readonly RefusalCode[]) =>
  refusalAnswers([...own, ...ofChanges, ...ofWorkspaces, ...always]);
/** What may be refused to somebody who edits what they have read. */
export const editRefusals = (...own: readonly RefusalCode[]) =>
  changeRefusals('request.precondition_required', 'request.precondition_failed', ...own);
/** What may be refused to anybody who is signed in, or wants to be. */
export const sessionRefusals = (...own: readonly RefusalCode[]) =>
  refusalAnswers([...own, 'auth.session_required', 'request.cross_site', ...always]);
