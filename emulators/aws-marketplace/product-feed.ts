import { createFeed, type Feed } from '../shell/feed.ts';
import type { AwsDirectory, AwsRegister, EventDestination, Product } from './directory.ts';

/** The products of the seller with this account, and where its events go. */
interface PublishedProducts {
  readonly sellerAccountId: string;
  readonly products: readonly Product[];
  readonly destination?: EventDestination;
}

/** Reads every product that is for sale, from where the sellers maintain them. */
export type ReadProducts = () => Promise<readonly PublishedProducts[]>;

/** Without `readProducts` the sellers sell what the directory and the control surface say. */
export function createProductFeed(
  directory: AwsDirectory,
  register: AwsRegister,
  readProducts: ReadProducts | undefined,
): Feed {
  if (!readProducts) return { refresh: async () => {} };
  // A product that was changed here, on the page or by control, stays until it is published otherwise.
  const published = new Map<string, ReadonlyMap<string, string>>(
    directory.sellers.map(({ accountId, products }) => [
      accountId,
      new Map(products.map(({ code }) => [code, ''])),
    ]),
  );
  const destinations = new Map<string, string>();

  return createFeed(async () => {
    const read = await readProducts();
    for (const { accountId, products } of register.contents().sellers) {
      const own = read.filter(({ sellerAccountId }) => sellerAccountId === accountId);
      const merged = mergedProducts(own.flatMap((one) => one.products));
      const before = published.get(accountId) ?? new Map();
      const now = new Map(merged.map((product) => [product.code, JSON.stringify(product)]));
      published.set(accountId, now);
      for (const product of merged) {
        if (now.get(product.code) !== before.get(product.code)) register.registerProduct(accountId, product);
      }
      for (const product of products) {
        const isWithdrawn = before.has(product.code) && !now.has(product.code);
        if (isWithdrawn) register.registerProduct(accountId, { ...product, isStopSell: true });
      }
      const destination = own.find((one) => one.destination)?.destination;
      if (destination && destinations.get(accountId) !== JSON.stringify(destination)) {
        destinations.set(accountId, JSON.stringify(destination));
        register.setDestination(accountId, destination);
      }
    }
  });
}

/** Several mappings may name one product: its dimensions are united, and the rest is the first one's. */
function mergedProducts(products: readonly Product[]): readonly Product[] {
  const byCode = new Map<string, Product>();
  for (const product of products) {
    const first = byCode.get(product.code);
    const united = (name: 'contractDimensions' | 'meteredDimensions') => [
      ...new Set([...(first?.[name] ?? []), ...product[name]]),
    ];
    byCode.set(product.code, {
      ...product,
      ...first,
      contractDimensions: united('contractDimensions'),
      meteredDimensions: united('meteredDimensions'),
    });
  }
  return [...byCode.values()];
}
