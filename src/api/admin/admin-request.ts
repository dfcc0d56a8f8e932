import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActionContext } from '../../actions/context.ts';
import type { StoredServiceAccountKey } from '../../storage/clients/api-keys.ts';
import type { StoredSession } from '../../storage/workspaces/sessions.ts';
import type { AdminContext } from './admin-context.ts';
import { expectedRevision } from './response.ts';
import type { WorkspaceCaller } from './workspace-caller.ts';

/** A validated request, with the caller that the guard has found. */
export class AdminRequest<Params, Query, Body> {
  readonly #context: AdminContext;
  readonly raw: FastifyRequest;
  /** For cookies and redirects only; everything else is returned. */
  readonly reply: FastifyReply;

  constructor(context: AdminContext, raw: FastifyRequest, reply: FastifyReply) {
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
    if (!this.raw.session) throw new Error(`The route ${this.raw.routeOptions.url} is public`);
    return this.raw.session;
  }

  /** The key of the calling service account. */
  get serviceAccountKey(): StoredServiceAccountKey {
    const { serviceAccountKey, routeOptions } = this.raw;
    if (!serviceAccountKey) throw new Error(`The route ${routeOptions.url} is not for service accounts`);
    return serviceAccountKey;
  }

  /** The member or service account of the path's workspace. */
  get caller(): WorkspaceCaller {
    if (!this.raw.workspaceCaller) throw new Error(`The route ${this.raw.routeOptions.url} has no workspace`);
    return this.raw.workspaceCaller;
  }

  get workspaceId(): string {
    return this.caller.workspaceId;
  }

  /** For actions: the caller is the actor of the audit log. */
  get action(): ActionContext {
    const { writes, clock, randomBytes } = this.#context;
    const actor = { ...this.caller.actor, address: this.raw.ip };
    return { database: writes, now: clock.now(), randomBytes, actor };
  }

  /** The revision that `If-Match` names. */
  get revision(): number | 'any' {
    return expectedRevision(this.raw);
  }
}
