import { RunningCommand } from './running-command.ts';

interface Node {
  readonly command: RunningCommand;
  readonly url: string;
}

/** Real processes of the service on one database, that can be killed and frozen at any moment. */
export class ServiceNodes {
  readonly #environment: Record<string, string>;
  readonly #nodes: (Node | undefined)[];
  /** All that were ever started, so that none outlives the test. */
  readonly #commands: RunningCommand[] = [];
  #kills = 0;

  constructor(
    count: number,
    settings: { readonly databaseUrl: string; readonly encryptionKey: { readonly current: Uint8Array } },
  ) {
    this.#nodes = Array.from({ length: count }, () => undefined);
    this.#environment = {
      DATABASE_URL: settings.databaseUrl,
      DATABASE_MAX_CONNECTIONS: '5',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'https://tessera.example',
      ALLOW_LOCAL_WEBHOOKS: 'true',
      IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
      ENCRYPTION_KEY: Buffer.from(settings.encryptionKey.current).toString('base64'),
    };
  }

  get count(): number {
    return this.#nodes.length;
  }

  /** How often one was killed so far. */
  get kills(): number {
    return this.#kills;
  }

  /** Where the node listens; undefined while it is dead. */
  url(index: number): string | undefined {
    return this.#nodes[index]?.url;
  }

  async start(index: number): Promise<void> {
    const command = new RunningCommand([], this.#environment);
    this.#commands.push(command);
    await command.says('"msg":"listening"');
    this.#nodes[index] = { command, url: /"url":"(http[^"]+)"/.exec(command.output)?.[1] ?? '' };
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

  /** It keeps its connections and whatever it was about to do, and does nothing. */
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
