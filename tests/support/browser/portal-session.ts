/** A session of the demo's administrator, as the portal has it. */
export class PortalSession {
  readonly #workspace: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(workspace: string, headers: Readonly<Record<string, string>>) {
    this.#workspace = workspace;
    this.#headers = headers;
  }

  static async open({
    baseUrl,
    signInUrl,
  }: {
    readonly baseUrl: string;
    readonly signInUrl: string;
  }): Promise<PortalSession> {
    const signedIn = await fetch(signInUrl, { redirect: 'manual' });
    const cookie = signedIn.headers.getSetCookie().join().split(';')[0] ?? '';
    const headers = { cookie, 'x-tessera-request': '1' };
    const me = (await (await fetch(`${baseUrl}/api/admin/v1/me`, { headers })).json()) as {
      workspaces: { workspaceId: string }[];
    };
    return new PortalSession(`${baseUrl}/api/admin/v1/workspaces/${me.workspaces[0]?.workspaceId}`, headers);
  }

  async read<Body = Record<string, unknown>>(path: string): Promise<Body> {
    const response = await fetch(`${this.#workspace}${path}`, { headers: this.#headers });
    return (await response.json()) as Body;
  }

  async post<Body = Record<string, unknown>>(path: string, body: unknown = {}): Promise<Body> {
    const response = await fetch(`${this.#workspace}${path}`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json().catch(() => ({}))) as Body;
  }

  async issueServiceAccountKey(name: string, role: string, expiresAt?: string): Promise<string> {
    const account = await this.post<{ serviceAccountId: string }>('/service-accounts', { name, role });
    return (
      await this.post<{ key: string }>(`/service-accounts/${account.serviceAccountId}/keys`, { expiresAt })
    ).key;
  }

  async firstEndpoint(): Promise<string> {
    const { items } = await this.read<{ items: { endpointId: string }[] }>('/webhook-endpoints');
    return items[0]?.endpointId ?? '';
  }

  /** The names of those who did this, newest first. */
  async auditActors(action: string): Promise<readonly string[]> {
    const { items } = await this.read<{ items: { actor: { name: string } }[] }>(
      `/audit-log?action=${action}`,
    );
    return items.map(({ actor }) => actor.name);
  }
}
