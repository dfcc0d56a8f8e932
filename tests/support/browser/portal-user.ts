import { randomUUID } from 'node:crypto';
import { inviteMember } from '../../../src/actions/workspaces/members.ts';
import { signInMember } from '../../../src/actions/workspaces/sign-in.ts';
import type { MemberRole } from '../../../src/core/workspaces/member-role.ts';
import type { SignedInUser } from '../../../src/core/workspaces/sign-in.ts';
import { done } from '../done.ts';
import { partnerTenantId, type TestResponse, type World } from '../worlds/world.ts';

const adminApi = '/api/admin/v1';

/** A person with a session, who calls the admin API as the portal does. */
export class PortalUser {
  readonly #world: World;
  readonly workspaceId: string;
  readonly memberId: string;
  readonly identity: SignedInUser;
  readonly cookie: string;

  private constructor(
    world: World,
    who: Pick<PortalUser, 'workspaceId' | 'memberId' | 'identity' | 'cookie'>,
  ) {
    this.#world = world;
    this.workspaceId = who.workspaceId;
    this.memberId = who.memberId;
    this.identity = who.identity;
    this.cookie = who.cookie;
  }

  /** Invites a new or the given person, and signs them in. */
  static async join(
    world: World,
    workspaceId: string,
    role: MemberRole,
    identity: SignedInUser = someone(),
  ): Promise<PortalUser> {
    const invitation = { email: identity.username, role, tenantId: identity.tenantId };
    const { memberId } = done(await inviteMember(world.context, workspaceId, invitation));
    const { sessionText } = done(await signInMember(world.context, identity, '127.0.0.1'));
    return new PortalUser(world, { workspaceId, memberId, identity, cookie: sessionText });
  }

  /** The same person with another session. */
  async signInAgain(): Promise<PortalUser> {
    const { sessionText } = done(await signInMember(this.#world.context, this.identity, '127.0.0.1'));
    return new PortalUser(this.#world, { ...this, cookie: sessionText });
  }

  /** Calls a path below the user's workspace: `/members`. */
  async call(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> {
    return this.callAdmin(method, `/workspaces/${this.workspaceId}${path}`, { body, headers });
  }

  /** Calls any path: `/me`. */
  async callAdmin(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> {
    // Entries of the same millisecond have no order.
    if (method !== 'GET') this.#world.clock.forward(1);
    return this.#world.call(`${adminApi}${path}`, {
      method,
      headers: {
        cookie: `tessera_session=${this.cookie}`,
        ...(method !== 'GET' && { 'x-tessera-request': '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** The newest entry of the workspace's audit log. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely; the contract has checked their shape.
  async lastAudit(): Promise<any> {
    const { body } = await this.call('GET', '/audit-log?limit=1');
    return body.items[0];
  }

  /** The number of entries in the log: only changes increase it. */
  async auditCount(): Promise<number> {
    return (await this.call('GET', '/audit-log?limit=200')).body.items.length;
  }
}

export function someone(): SignedInUser {
  const objectId = randomUUID();
  const username = `${objectId.slice(0, 8)}@partner.example`;
  return {
    tenantId: partnerTenantId,
    objectId,
    name: `Person ${objectId.slice(0, 4)}`,
    username,
    isGuest: false,
  };
}
