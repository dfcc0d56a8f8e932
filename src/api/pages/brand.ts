import { createHash } from 'node:crypto';
import { type AccentShades, accentShades, supportLink } from '../../core/catalogue/product-brand.ts';
import { type Html, html } from './html.ts';

/** What a partner shows of itself on the pages of its customers. */
export interface Brand {
  readonly accentColour: string | null;
  readonly supportContacts: readonly string[];
  /** Path of the image within this service. */
  readonly logo: string | null;
}

export const noBrand: Brand = { accentColour: null, supportContacts: [], logo: null };

interface BrandedProduct {
  readonly productId: string;
  readonly accentColour: string | null;
  readonly supportContact: string | null;
  readonly logoChangedAt: Date | null;
}

export function brandOf(workspaceId: string, product: BrandedProduct): Brand {
  const { productId, accentColour, supportContact, logoChangedAt } = product;
  return {
    accentColour,
    supportContacts: supportContact === null ? [] : [supportContact],
    logo: logoChangedAt && logoPath({ workspaceId, productId }, logoChangedAt),
  };
}

export const logosPath = '/logos';

/** A new logo has a new path, so that browsers cache it for ever. */
export function logoPath(
  { workspaceId, productId }: { readonly workspaceId: string; readonly productId: string },
  changedAt: Date,
): string {
  return `${logosPath}/${workspaceId}/${productId}?v=${changedAt.getTime()}`;
}

/** A style sheet with the shades of the colour; empty without one. */
export function brandStyle({ accentColour }: Brand): string {
  if (accentColour === null) return '';
  const { light, dark } = accentShades(accentColour);
  const rule = ({ accent, ink, strong }: AccentShades) =>
    `:root { --accent: ${accent}; --accent-ink: ${ink}; --accent-strong: ${strong}; }`;
  return `${rule(light)} @media (prefers-color-scheme: dark) { ${rule(dark)} }`;
}

/** The source of an inline style sheet in the content security policy. */
export function styleSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

export function supportLine({ supportContacts }: Brand): Html {
  if (supportContacts.length === 0) return html``;
  const links = supportContacts.map((contact, index) => {
    const text = contact.replace(/^https:\/\//, '');
    return html`${index > 0 && ' or '}<a href="${supportLink(contact)}">${text}</a>`;
  });
  return html`<p class="quiet">Questions? Contact ${links}.</p>`;
}
