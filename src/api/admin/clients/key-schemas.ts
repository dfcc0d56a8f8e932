import { Type } from 'typebox';
import {
  type ApiKeyLife,
  defaultRotationOverlap,
  isKeyAlive,
  maxRotationOverlap,
} from '../../../core/clients/credential.ts';
import { maxKeyName } from '../../../core/clients/key-name.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { answer } from '../../schemas.ts';
import { nullable } from '../schemas.ts';

/** The parts that keys of API clients and of service accounts share. */

const hour = 3_600_000;

export const keyId = Type.String({
  pattern: '^[0-9A-Za-z]{11}$',
  description: 'The readable part of the key.',
});

const shownName = 'For people, such as the place where the key is used; null: none.';

/** A key's name in answers. */
export const keyName = Type.Unsafe<string | null>({ type: ['string', 'null'], description: shownName });

/** A key's name in requests. */
export const writtenKeyName = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: maxKeyName,
  description: `${shownName} One line.`,
});

export const newKeyMembers = {
  expiresAt: Type.Optional(nullable.writtenInstant),
  name: Type.Optional(writtenKeyName),
};

export const renamedKey = answer('The key is renamed.', Type.Object({ keyId, name: keyName }), {
  keyId: '5OovhljCmXG',
  name: 'Production, EU',
});

export const keyStatuses = ['Active', 'Expired', 'Revoked'] as const;

export function keyStatusOf(key: ApiKeyLife, now: Date): (typeof keyStatuses)[number] {
  if (key.revokedAt !== null) return 'Revoked';
  return isKeyAlive(key, now) ? 'Active' : 'Expired';
}

export const rotationMembers = {
  overlapHours: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxRotationOverlap / hour,
      description: `Default: ${defaultRotationOverlap / hour}.`,
    }),
  ),
  expiresAt: Type.Optional(nullable.writtenInstant),
};

export function readRotation(body: { overlapHours?: number; expiresAt?: string | null }) {
  const { overlapHours = defaultRotationOverlap / hour, expiresAt } = body;
  return { overlap: overlapHours * hour, expiresAt: readInstant(expiresAt) };
}

export function readInstant(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : instantOf(text);
}
