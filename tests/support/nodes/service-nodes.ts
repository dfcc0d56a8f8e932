import { nodeEnvironment, RunningCommand } from './running-command.ts';

interface Node {
  readonly command: RunningCommand;
  readonly url: string;
}

export interface ServiceNodesSettings {
  readonly databaseUrl: string;
  readonly encryptionKey: { readonly current: Uint8Array };
  /** Only one of the roles; without it, both. */
  readonly role?: '--api' | '--workers';
  readonly redisUrl?: string;
  /** Further settings of the service, the same or by the node's index. */
  readonly environment?: Environment | ((index: number) => Environment);
}

type Environment = Readonly<Record<string, string>>;

/** Real processes of the service on one database, which can be killed and frozen at any moment. */
export class ServiceNodes {
  readonly #arguments: readonly string[];
  readonly #environment: (index: number) => Record<string, string>;
  readonly #nodes: (Node | undefined)[];
  /** All processes ever started, so that none outlives the test. */
  readonly #commands: RunningCommand[] = [];
  #kills = 0;

  constructor(count: number, settings: ServiceNodesSettings) {
    this.#arguments = settings.role ? [settings.role] : [];
    this.#nodes = Array.from({ length: count }, () => undefined);
    const { environment } = settings;
    this.#environment = (index) => ({
      ...nodeEnvironment(settings.databaseUrl),
      DATABASE_MAX_CONNECTIONS: '5',
      ALLOW_LOCAL_WEBHOOKS: 'true',
      ENCRYPTION_KEY: Buffer.from(settings.encryptionKey.current).toString('base64'),
      ...(settings.redisUrl && { REDIS_URL: settings.redisUrl }),
      ...(typeof environment === 'function' ? environment(index) : environment),
    });
  }

  get count(): number {
    return this.#nodes.length;
  }

  get kills(): number {
    return this.#kills;
  }

  /** Of the nodes that live. */
  get urls(): readonly string[] {
    return this.#nodes.flatMap((node) => node?.url ?? []);
  }

  /** Undefined while the node is dead. */
  url(index: number): string | undefined {
    return this.#nodes[index]?.url;
  }

  /** The log of a node that lives. */
  output(index: number): string {
    return this.#nodes[index]?.command.output ?? '';
  }

  async start(index: number): Promise<void> {
    const command = new RunningCommand(this.#arguments, this.#environment(index));
    this.#commands.push(command);
    this.#nodes[index] = { command, url: await command.listens() };
  }

  async startAll(): Promise<void> {
    await Promise.all(this.#nodes.map((_, index) => this.start(index)));
  }

  async kill(index: number): Promise<void> {
    const node = this.#nodes[index];
    if (!node) return;
    this.#nodes[index] = undefined;
    node.command.signal('SIGKILL');
    await node.command.ended();
    this.#kills++;
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#nodes.map((_, index) => this.kill(index)));
  }

  /** Sends SIGTERM; the promise is for the exit code. */
  terminate(index: number): Promise<number | null> {
    const node = this.#nodes[index];
    if (!node) throw new Error('The node is dead');
    return node.command.stop();
  }

  /** Freezes the process; its connections stay open. */
  freeze(index: number): void {
    this.#nodes[index]?.command.signal('SIGSTOP');
  }

  thaw(index: number): void {
    this.#nodes[index]?.command.signal('SIGCONT');
  }

  async end(): Promise<void> {
    for (const command of this.#commands) command.signal('SIGKILL');
    await Promise.all(this.#commands.map((command) => command.ended()));
  }
}
