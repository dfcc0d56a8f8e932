import { type Call, Refused } from '../call.ts';
import { printable } from '../terminal.ts';
import { explainFailure, explainProblem, type Problem } from './explain.ts';
import { findTarget, type Target } from './target.ts';

const timeoutMilliseconds = 60_000;

/** The service account behind the key. */
export interface Caller {
  readonly name: string;
  readonly role: string;
  readonly workspace: { readonly workspaceId: string; readonly slug: string; readonly name: string };
  readonly key: { readonly keyId: string; readonly expiresAt: string };
}

export interface ServiceRequest {
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What to do on the command line, by the code of a problem document: its own text is for callers of the API. */
  readonly advice?: Readonly<Record<string, (problem: Problem) => string>>;
}

/** The admin API of a workspace, over HTTP. */
export class Service {
  readonly target: Target;
  readonly caller: Caller;

  private constructor(target: Target, caller: Caller) {
    this.target = target;
    this.caller = caller;
  }

  /** Finds the service and the workspace of the key; refused unless the service accepts the key. */
  static async open(call: Call): Promise<Service> {
    return Service.reach(await findTarget(call));
  }

  static async reach(target: Target): Promise<Service> {
    const response = await send(target, '/api/admin/v1/service-account', {});
    const caller = await readJson<Caller>(target, response);
    warnOfExpiry(caller, response.headers.get('date'));
    return new Service(target, caller);
  }

  /** Sends a request to a path below the workspace. */
  async request(path: string, request: ServiceRequest = {}): Promise<Response> {
    return send(this.target, `/api/admin/v1/workspaces/${this.caller.workspace.workspaceId}${path}`, request);
  }

  async read<Body>(path: string, request: ServiceRequest = {}): Promise<Body> {
    return readJson<Body>(this.target, await this.request(path, request));
  }

  /** Reads pages until there are enough items. */
  async list<Item>(
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    limit: number,
  ): Promise<{ readonly items: readonly Item[]; readonly hasMore: boolean }> {
    const items: Item[] = [];
    let after: string | undefined;
    do {
      const page = { ...query, after, limit: String(Math.min(200, limit - items.length)) };
      const read = await this.read<{ items: Item[]; next: string | null }>(path, { query: page });
      items.push(...read.items);
      after = read.next ?? undefined;
    } while (after !== undefined && items.length < limit);
    return { items, hasMore: after !== undefined };
  }
}

const warnedDays = 14;

/** For the log of a pipeline, whose key nobody watches. The time is the service's. */
function warnOfExpiry({ name, key }: Caller, serviceTime: string | null): void {
  const days = (Date.parse(key.expiresAt) - Date.parse(serviceTime ?? '')) / (24 * 3_600_000);
  if (!(days < warnedDays)) return;
  process.stderr.write(
    `Warning: the key of the service account ${printable(name)} expires at ${key.expiresAt}. Rotate it in the portal.\n`,
  );
}

async function send(target: Target, path: string, request: ServiceRequest): Promise<Response> {
  const {
    method = request.body === undefined ? 'GET' : 'POST',
    query = {},
    body,
    headers = {},
    advice = {},
  } = request;
  const url = new URL(`${target.url}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${target.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The key goes to the address that was given, and nowhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
  } catch (error) {
    throw explainFailure(target, error);
  }
  if (response.ok) return response;
  if (response.status >= 300 && response.status < 400) {
    const to = printable(response.headers.get('location') ?? 'another address');
    throw new Refused(
      'service.redirects',
      `${target.url} redirects to ${to}: log in with the address of the service itself.`,
    );
  }
  const problem = await response.json().catch(() => ({}));
  throw explainProblem(target, response.status, Object(problem), advice);
}

async function readJson<Body>(target: Target, response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw explainFailure(target, error);
    throw new Refused(
      'service.not_tessera',
      `${target.url} does not respond as Tessera does: check the address.`,
    );
  }
}
