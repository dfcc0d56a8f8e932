/** The name and unit of a dimension, as people see them. */
export interface DimensionLabel {
  readonly name: string;
  readonly unit: string;
}

/** The map key of a product's dimension. Slugs have no spaces. */
export function dimensionKey(product: string, dimension: string): string {
  return `${product} ${dimension}`;
}

/** A dimension of a plan, with its label. */
export interface DimensionName extends DimensionLabel {
  readonly planId: string;
  readonly dimension: string;
}
