import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActionContext } from '../../actions/context.ts';
import type { Membership, StoredSession } from '../../storage/workspaces/sessions.ts';
import type { ApiContext } from '../context.ts';
import { expectedRevision } from './precondition.ts';

/** A validated request, with the session and the member that the guard has found. */
export class AdminRequest<Params, Query, Body> {
  readonly #context: ApiContext;
  readonly raw: FastifyRequest;
  /** For cookies and redirects only; everything else is returned. */
  readonly reply: FastifyReply;

  constructor(context: ApiContext, raw: FastifyRequest, reply: FastifyReply) {
    this.#context = context;
    this.raw = raw;
    this.reply = reply;
  }

  get params(): Params {
    return this.raw.params as Params;
  }

  get query(): Query {
    return this.raw.query as Query;
  }

  get body(): Body {
    return this.raw.body as Body;
  }

  get session(): StoredSession {
    if (!this.raw.session) throw new Error(`The route ${this.raw.routeOptions.url} is open to everybody`);
    return this.raw.session;
  }

  /** The caller, as a member of the path's workspace. */
  get member(): Membership {
    if (!this.raw.membership) throw new Error(`The route ${this.raw.routeOptions.url} is of no workspace`);
    return this.raw.membership;
  }

  get workspaceId(): string {
    return this.member.workspaceId;
  }

  /** For actions: the member is the actor of the audit log. */
  get action(): ActionContext {
    const { writes, clock, randomBytes } = this.#context;
    const { memberId, name, email } = this.member;
    const actor = { kind: 'Member', id: memberId, name: name ?? email, address: this.raw.ip } as const;
    return { database: writes, now: clock.now(), randomBytes, actor };
  }

  /** The revision that `If-Match` names. */
  get revision(): number | 'any' {
    return expectedRevision(this.raw);
  }
}
