import { TesseraUnavailable } from '../errors.ts';
import { readJson, type Service } from '../http/service.ts';
import type { DimensionUsage } from '../types.ts';
import { readTenantId } from './tenant-id.ts';

/** The present period of each dimension. Of several subscriptions with one dimension, the first is given. */
export async function readUsage(
  service: Service,
  tenantId: string,
  product: string,
  signal: AbortSignal,
): Promise<Record<string, DimensionUsage>> {
  const path = `/api/v1/entitlements/${readTenantId(tenantId)}/usage?product=${encodeURIComponent(product)}`;
  const { dimensions } = Object(await readJson(await service.request({ method: 'GET', path, signal })));
  if (!Array.isArray(dimensions)) throw new TesseraUnavailable('The response is no usage');
  const usage: Record<string, DimensionUsage> = Object.create(null);
  for (const { dimension, intake: _, aggregation: __, ...rest } of dimensions) usage[dimension] ??= rest;
  return usage;
}
