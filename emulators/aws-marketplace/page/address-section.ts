import { form, input } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { Product, Role, Seller } from '../directory.ts';
import type { AwsMarketplace } from '../marketplace.ts';

/** The addresses of the sellers' services, and the external ids of their roles. */
export function addressSection({ register }: AwsMarketplace): string {
  const { sellers, roles } = register.contents();
  const forms = [
    ...sellers.flatMap((seller) => [
      destinationForm(seller),
      ...seller.products.map((product) => fulfilmentForm(seller, product)),
    ]),
    ...roles.map(roleForm),
  ];
  return `<section id="addresses" aria-labelledby="addresses-title"><h2 id="addresses-title">Addresses</h2>
<div class="card"><ul class="plain">${forms.map((one) => `<li>${one}</li>`).join('')}</ul></div></section>`;
}

const back = 'addresses';
const url = (name: string, label: string, value = '') =>
  input(name, label, `type="url" placeholder="http://127.0.0.1:8080/…" required value="${escaped(value)}"`);
const word = (name: string, label: string, value = '') =>
  input(name, label, `required value="${escaped(value)}"`);

function destinationForm({ accountId, name, destination }: Seller): string {
  return form({
    command: `sellers/${accountId}/destination`,
    button: 'Save',
    label: `Save the API destination of ${name}`,
    back,
    fields: `${url('url', `${name}: API destination of the events`, destination?.url)}
${word('secret', 'Secret', destination?.secret)}`,
  });
}

function fulfilmentForm({ accountId }: Seller, { code, title, fulfilmentUrl }: Product): string {
  return form({
    command: `sellers/${accountId}/${encodeURIComponent(code)}`,
    button: 'Save',
    label: `Save the fulfilment address of ${title}`,
    back,
    fields: url('fulfilmentUrl', `${title}: fulfilment address`, fulfilmentUrl),
  });
}

function roleForm({ arn, externalId }: Role): string {
  return form({
    command: 'roles',
    button: 'Save',
    label: `Save the external id of ${arn}`,
    hidden: { arn },
    back,
    fields: word('externalId', `${arn}: external id`, externalId),
  });
}
