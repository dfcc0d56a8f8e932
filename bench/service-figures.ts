/** Figures from the service's `/metrics`. */
export interface ServiceFigures {
  readonly residentMegabytes: number;
  readonly snapshotHits: number;
  readonly snapshotMisses: number;
  readonly openStreams: number;
}

export async function readFigures(url: string): Promise<ServiceFigures> {
  const answer = await fetch(`${url}/metrics`, { headers: { connection: 'close' } });
  const text = await answer.text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  /** Of entitlements and of tenants' usage: a case reads one of them. */
  const reads = (outcome: string) =>
    ['entitlement', 'tenant-usage'].reduce(
      (sum, cache) => sum + figure(`tessera_cache_reads_total{cache="${cache}",outcome="${outcome}"}`),
      0,
    );
  return {
    residentMegabytes: figure('process_resident_memory_bytes') / 1_048_576,
    snapshotHits: reads('hit'),
    snapshotMisses: reads('miss'),
    openStreams: figure('tessera_change_streams_open'),
  };
}

/** The share of cache hits between two readings. */
export function hitShare(before: ServiceFigures, after: ServiceFigures): number {
  const hits = after.snapshotHits - before.snapshotHits;
  return hits / (hits + after.snapshotMisses - before.snapshotMisses);
}
