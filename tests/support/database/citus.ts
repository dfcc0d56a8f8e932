import pg from 'pg';
import { distributeTables } from '../../../src/storage/cluster/distribute-tables.ts';
import { migrate } from '../../../src/storage/schema/migrate.ts';
import { withSchemaSession } from '../../../src/storage/schema/schema-session.ts';

/**
 * A Citus cluster that tests run on instead of the run's own server: the address of a database on its coordinator. Citus
 * connects to the machines by the name of the database, so a database of the cluster is one of this name on each of them.
 */
export const citusUrl = process.env.CITUS_DATABASE_URL;

/** Few, so that a database is copied fast. */
const shardCount = 4;

interface Cluster {
  /** Addresses up to the database name; the coordinator's first. */
  readonly servers: readonly string[];
  /** A database on each of them with the extension: it ends the daemon of a database that is dropped. */
  readonly maintenance: string;
}

let known: Promise<Cluster> | undefined;

function citusCluster(url: string): Promise<Cluster> {
  known ??= readCluster(url);
  return known;
}

async function readCluster(url: string): Promise<Cluster> {
  const { rows } = await query(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const servers = rows.map(({ host, port }) => {
    const server = new URL(url);
    server.host = `${host}:${port}`;
    server.pathname = '/';
    return server.href;
  });
  return { servers, maintenance: new URL(url).pathname.slice(1) };
}

/** A database of the cluster without a table. */
export async function createClusterDatabase(url: string, name: string): Promise<string> {
  const { servers, maintenance } = await citusCluster(url);
  const [coordinator = '', ...workers] = servers;
  await dropClusterDatabase(url, name);
  for (const server of servers) {
    await query(`${server}${maintenance}`, `create database ${name}`);
    await query(`${server}${name}`, 'create extension citus');
  }
  const address = (server: string) => {
    const { hostname, port } = new URL(server);
    return `'${hostname}', ${port}`;
  };
  await query(`${coordinator}${name}`, `select citus_set_coordinator_host(${address(coordinator)})`);
  for (const worker of workers)
    await query(`${coordinator}${name}`, `select citus_add_node(${address(worker)})`);
  await query(`${coordinator}${maintenance}`, `alter database ${name} set citus.shard_count = ${shardCount}`);
  return `${coordinator}${name}`;
}

/** Migrates and distributes a database that others are copied from. */
export async function createClusterTemplate(url: string, name: string): Promise<string> {
  const { servers, maintenance } = await citusCluster(url);
  const database = await createClusterDatabase(url, name);
  await migrate(database);
  await withSchemaSession(database, (client) => distributeTables(client, () => {}));
  for (const server of servers) await shutDatabase(`${server}${maintenance}`, name);
  return servers[0] ?? '';
}

/** A database is copied with the shards that it has on each machine. */
export async function copyClusterDatabase(url: string, original: string, name: string): Promise<void> {
  const { servers, maintenance } = await citusCluster(url);
  await Promise.all(
    servers.map((server) =>
      query(`${server}${maintenance}`, `create database ${name} template ${original} strategy file_copy`),
    ),
  );
  // Tests make statements fail with triggers; the service has none.
  await query(`${servers[0]}${maintenance}`, `alter database ${name} set citus.enable_unsafe_triggers = on`);
}

export async function dropClusterDatabase(url: string, name: string): Promise<void> {
  const { servers, maintenance } = await citusCluster(url);
  await Promise.all(
    servers.map(async (server) => {
      const url = `${server}${maintenance}`;
      const { rowCount } = await query(url, `select from pg_database where datname = '${name}'`);
      if (rowCount === 0) return;
      await shutDatabase(url, name);
      await query(url, `drop database ${name} with (force)`);
    }),
  );
}

/** The daemon that Citus keeps in each database is in the way of copying and dropping it, also while it starts. */
async function shutDatabase(server: string, name: string): Promise<void> {
  await query(server, `alter database ${name} allow_connections false`);
  await query(
    server,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  );
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
