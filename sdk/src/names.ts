/** The names of one product, as `tessera types` writes them. */
export interface ProductNames {
  readonly capabilities: string;
  readonly limits: string;
  readonly dimensions: string;
  readonly plans: string;
}

/**
 * The catalogue whose names the compiler checks. The file of `tessera types` adds the member:
 * `declare module '@tessera/client' { interface Register { catalogue: Catalogue } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the generated file adds the member.
export interface Register {}

/** Without a generated file every text is a name. */
export type RegisteredCatalogue = Register extends { readonly catalogue: infer Catalogue extends object }
  ? Catalogue
  : { readonly [Product in string]: ProductNames };

export type ProductName = keyof RegisteredCatalogue & string;

/** The names of a kind that a product has, or several products have. */
export type NamesOf<
  Product extends ProductName,
  Kind extends keyof ProductNames,
> = Product extends ProductName
  ? RegisteredCatalogue[Product] extends { readonly [Member in Kind]: infer Name extends string }
    ? Name
    : never
  : never;
