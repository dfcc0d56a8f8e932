import { Type } from 'typebox';
import {
  type ApiKeyLife,
  defaultRotationOverlap,
  isKeyAlive,
  maxRotationOverlap,
} from '../../../core/clients/credential.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { nullable } from '../schemas.ts';

/** The parts that keys of API clients and of service accounts share. */

const hour = 3_600_000;

export const keyId = Type.String({
  pattern: '^[0-9A-Za-z]{11}$',
  description: 'The readable part of the key.',
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
