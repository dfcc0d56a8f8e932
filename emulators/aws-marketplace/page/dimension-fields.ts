import { input } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { Entitlement, Product } from '../directory.ts';
import { valuePrefix } from './form-fields.ts';

/** A field for each dimension of a contract, with what has been bought. */
export function dimensionFields(
  { contractDimensions }: Product,
  bought: readonly Entitlement[] = [],
): string {
  return contractDimensions
    .map((dimension) => {
      const value = bought.find((one) => one.dimension === dimension)?.value ?? '';
      const attributes = `type="number" min="0" max="2147483647" value="${escaped(String(value))}"`;
      return input(`${valuePrefix}${dimension}`, `Units of ${dimension}`, attributes);
    })
    .join('\n');
}
