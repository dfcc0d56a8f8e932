/**
 * The names of one product, as `tessera types` writes them.
 *
 * @example
 * ```ts
 * import type { NamesOf, ProductNames } from '@tessera/client';
 *
 * type Aqueduct = { [Kind in keyof ProductNames]: NamesOf<'aqueduct', Kind> };
 * const plan: Aqueduct['plans'] = 'standard-monthly';
 * ```
 */
export interface ProductNames {
  readonly capabilities: string;
  readonly limits: string;
  readonly dimensions: string;
  readonly plans: string;
}

/**
 * The catalogue whose names the compiler checks. The file of `tessera types` adds the member.
 *
 * @example
 * ```ts
 * export interface Catalogue {
 *   aqueduct: {
 *     capabilities: 'audit-trail' | 'private-links' | 'scheduling';
 *     limits: 'pipelines';
 *     dimensions: 'api-calls';
 *     plans: 'enterprise-yearly' | 'standard-monthly';
 *   };
 * }
 *
 * declare module '@tessera/client' {
 *   interface Register {
 *     catalogue: Catalogue;
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: the generated file adds the member.
export interface Register {}

/** Without a generated file every text is a name. */
type RegisteredCatalogue = Register extends { readonly catalogue: infer Catalogue extends object }
  ? Catalogue
  : { readonly [Product in string]: ProductNames };

/**
 * The slug of a product of the registered catalogue; without one, any text.
 *
 * @example
 * ```ts
 * import type { ProductName } from '@tessera/client';
 *
 * const product: ProductName = 'aqueduct';
 * ```
 */
export type ProductName = keyof RegisteredCatalogue & string;

/**
 * The names of a kind that a product has, or several products have.
 *
 * @example
 * ```ts
 * import type { NamesOf } from '@tessera/client';
 *
 * const shown: NamesOf<'aqueduct', 'capabilities'>[] = ['scheduling', 'private-links'];
 * ```
 */
export type NamesOf<
  Product extends ProductName,
  Kind extends keyof ProductNames,
> = Product extends ProductName
  ? RegisteredCatalogue[Product] extends { readonly [Member in Kind]: infer Name extends string }
    ? Name
    : never
  : never;
