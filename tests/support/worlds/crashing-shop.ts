import type { Random } from '../../../emulators/shell/random.ts';
import { CrashingPostgres } from '../database/crashing-postgres.ts';
import { ServiceNodes, type ServiceNodesSettings } from '../nodes/service-nodes.ts';
import { integerBetween } from '../run/fault-settings.ts';
import { MeteredShop, shopEncryptionKey } from './metered-shop.ts';

/** A metered shop on two nodes that are killed, and a PostgreSQL that crashes. The test starts the nodes. */
export class CrashingShop {
  readonly shop: MeteredShop;
  readonly nodes: ServiceNodes;
  readonly #server: CrashingPostgres;
  readonly #kinds: readonly ((random: Random) => Promise<void>)[] = [
    async (random) => {
      const index = integerBetween(random, 0, this.nodes.count - 1);
      await this.nodes.kill(index);
      await this.nodes.start(index);
    },
    () => this.#server.crash(),
    async () => {
      await this.nodes.killAll();
      await this.nodes.startAll();
    },
  ];
  #disturbances = 0;

  private constructor(shop: MeteredShop, nodes: ServiceNodes, server: CrashingPostgres) {
    this.shop = shop;
    this.nodes = nodes;
    this.#server = server;
  }

  /** @param environment of each node, by its index */
  static async open(
    seed: number,
    environment: ServiceNodesSettings['environment'] = {},
  ): Promise<CrashingShop> {
    const server = await CrashingPostgres.start();
    const { url } = server;
    const shop = await MeteredShop.open(seed, undefined, url);
    const nodes = new ServiceNodes(2, { databaseUrl: url, encryptionKey: shopEncryptionKey, environment });
    return new CrashingShop(shop, nodes, server);
  }

  /** Whether a node was killed, PostgreSQL crashed, and all nodes were killed. */
  get wasDisturbed(): boolean {
    return this.#disturbances >= this.#kinds.length;
  }

  /** In turn: kills a node, crashes PostgreSQL, kills all nodes; afterwards all are there again. */
  async disturb(random: Random): Promise<void> {
    const kind = this.#kinds[this.#disturbances % this.#kinds.length];
    this.#disturbances += 1;
    await kind?.(random);
  }

  async close(): Promise<void> {
    await this.nodes.end();
    await this.shop.close();
    await this.#server.stop();
  }
}
