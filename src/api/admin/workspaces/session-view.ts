import { Type } from 'typebox';
import { isSessionAlive, sessionEnd } from '../../../core/workspaces/session.ts';
import type { SessionRecord } from '../../../storage/workspaces/sessions.ts';
import { instant, nullable, uuid } from '../schemas.ts';

export const Sessions = Type.Object({
  items: Type.Array(
    Type.Object({
      sessionId: uuid,
      startedAt: instant,
      lastSeenAt: instant,
      endsAt: instant,
      address: nullable.text,
      isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    }),
    { description: 'Newest first.' },
  ),
});

export const sessionsExample = {
  items: [
    {
      sessionId: '5f2b8c1e-93d4-4f0a-8a53-9e16a1b010a7',
      startedAt: '2026-11-15T09:00:00.000Z',
      lastSeenAt: '2026-11-15T09:30:00.000Z',
      endsAt: '2026-11-15T10:30:00.000Z',
      address: '203.0.113.7',
      isCurrent: true,
    },
  ],
};

/** The sessions that have not ended. */
/** `currentHash`: null for a service account, which has no session. */
export function sessionsView(sessions: readonly SessionRecord[], currentHash: Uint8Array | null, now: Date) {
  const items = sessions
    .filter((session) => isSessionAlive(session, now))
    .map((session) => ({
      sessionId: session.sessionId,
      startedAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      endsAt: sessionEnd(session),
      address: session.address,
      isCurrent: currentHash !== null && Buffer.from(currentHash).equals(session.sessionHash),
    }));
  return { items };
}
