import { Type } from 'typebox';
import { changeLogo } from '../../../actions/catalogue/change-catalogue.ts';
import { logoMediaTypes, maxLogoBytes } from '../../../core/catalogue/product-brand.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { readProduct } from './product-change.ts';
import { productsPath, theProduct } from './product-view.ts';
import { productPath } from './schemas.ts';

const path = `${productsPath}/:product/logo`;

export const logoRoutes = adminRoutes('Catalogue', (routes, context) => {
  routes.put(path, {
    access: 'change:catalogue',
    operationId: 'setProductLogo',
    summary: 'Set the logo of a product',
    description:
      `A PNG, JPEG or SVG image of at most ${maxLogoBytes / 1024} KiB. Customers see it on the landing page and on their own page. ` +
      "It changes neither the product's revision nor the catalogue file.",
    params: productPath(),
    body: Type.Object({
      mediaType: oneOf(logoMediaTypes),
      content: Type.String({
        minLength: 1,
        maxLength: Math.ceil(maxLogoBytes / 3) * 4 + 1_000,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description: 'The image in base64.',
      }),
    }),
    responses: { 200: theProduct },
    refusals: ['product.not_found'],
    handle: async ({ action, workspaceId, params, body }) => {
      const logo = { mediaType: body.mediaType, content: Buffer.from(body.content, 'base64') };
      const refusal = await changeLogo(action, workspaceId, params.product, logo);
      return isRefusal(refusal) ? refusal : readProduct(context, workspaceId, params.product);
    },
  });

  routes.delete(path, {
    access: 'change:catalogue',
    operationId: 'removeProductLogo',
    summary: 'Remove the logo of a product',
    description: 'Without a logo nothing changes.',
    params: productPath(),
    responses: { 200: theProduct },
    refusals: ['product.not_found'],
    handle: async ({ action, workspaceId, params }) => {
      const refusal = await changeLogo(action, workspaceId, params.product, null);
      return isRefusal(refusal) ? refusal : readProduct(context, workspaceId, params.product);
    },
  });
});
