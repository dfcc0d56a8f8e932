import { form, input, select } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { Product, Seller } from '../directory.ts';
import type { AwsMarketplace } from '../marketplace.ts';
import { dimensionFields } from './dimension-fields.ts';

const suggestedUnits = 5;

interface Sold {
  readonly seller: Seller;
  readonly product: Product;
}

/** The products for sale; of one seller, and one of them, if the address of the page names its account and the offer. */
function soldProducts({ register }: AwsMarketplace, wanted: URLSearchParams): readonly Sold[] {
  const account = wanted.get('sellerAccountId');
  const code = wanted.get('offerId');
  return register
    .contents()
    .sellers.filter(({ accountId }) => account === null || accountId === account)
    .flatMap((seller) =>
      seller.products
        .filter((product) => !product.isStopSell && (code === null || product.code === code))
        .map((product) => ({ seller, product })),
    );
}

/** Why the product that the address of the page names cannot be bought. */
export function refusedProduct(marketplace: AwsMarketplace, wanted: URLSearchParams): string | undefined {
  const code = wanted.get('offerId');
  if (code === null || soldProducts(marketplace, wanted).length > 0) return undefined;
  const ofSeller = new URLSearchParams(wanted);
  ofSeller.delete('offerId');
  const codes = soldProducts(marketplace, ofSeller).map(({ product }) => product.code);
  return `Nothing is sold as ${code}. For sale: ${codes.join(', ') || 'nothing'}. In the demo, a product is for sale once it is mapped and published.`;
}

/** Every product with the form that buys it. */
export function productSection(marketplace: AwsMarketplace, wanted: URLSearchParams): string {
  const sold = soldProducts(marketplace, wanted);
  return `<section id="products" aria-labelledby="products-title"><h2 id="products-title">Products (${sold.length})</h2>
${sold.length === 0 ? '<p class="none">Nothing is for sale.</p>' : ''}
<div class="grid">${sold.map((one) => card(one, marketplace, wanted.get('planId'))).join('\n')}</div></section>`;
}

function card({ seller, product }: Sold, marketplace: AwsMarketplace, planId: string | null): string {
  const { code, title, contractDimensions, meteredDimensions, hasFreeTrial } = product;
  const isContract = contractDimensions.length > 0;
  const model = isContract
    ? meteredDimensions.length > 0
      ? 'Contract with consumption'
      : 'Contract'
    : 'Pay as you go';
  const wanted = contractDimensions.filter((dimension) => dimension === planId);
  const suggested = [...wanted, ...contractDimensions]
    .slice(0, 1)
    .map((dimension) => ({ dimension, value: suggestedUnits }));
  const buyers = marketplace.register
    .contents()
    .buyers.map(({ accountId, name }) => ({ value: accountId, text: `${name}, ${accountId}` }));
  const contract = isContract
    ? `${dimensionFields(product, suggested)}
${input('months', 'Months', 'type="number" min="1" max="60" required value="12"')}
${select('autoRenewalEnabled', 'Renewal', [
  { value: '', text: 'By hand' },
  { value: 'true', text: 'Automatic' },
])}`
    : '';
  const trial = hasFreeTrial
    ? select('isFreeTrial', 'How', [
        { value: '', text: 'Subscribe' },
        { value: 'true', text: 'Free trial' },
      ])
    : '';
  const fields = `<div class="fields">${select('buyerAccountId', 'Buyer', buyers)}
${contract}${trial}</div>`;
  const facts = [
    ['Model', model],
    ['Seller', `${seller.name}, ${seller.accountId}`],
    ['Code', code],
    ...(isContract ? [['Contract', contractDimensions.join(', ')]] : []),
    ...(meteredDimensions.length > 0 ? [['Metered', meteredDimensions.join(', ')]] : []),
  ].map(([name = '', text = '']) => `<dt>${name}</dt><dd>${escaped(text)}</dd>`);
  return `<article class="card" id="product-${escaped(code)}" aria-labelledby="title-${escaped(code)}">
<div class="head"><h3 id="title-${escaped(code)}">${escaped(title)}</h3></div>
<dl>${facts.join('')}</dl>
${seller.destination ? '' : '<p class="faint">The seller is not told of it yet: enter where its events go, with their secret, under <a href="#addresses">Addresses</a>.</p>'}
${form({
  command: 'purchases',
  button: isContract ? 'Buy the contract' : 'Subscribe',
  label: `${isContract ? 'Buy the contract' : 'Subscribe'}: ${title}`,
  fields,
  hidden: { sellerAccountId: seller.accountId, productCode: code },
  back: 'products',
  look: 'main',
})}</article>`;
}
