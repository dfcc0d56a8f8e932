import type { ValidationIssue } from '../refusal.ts';

export const logoMediaTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const;
export type LogoMediaType = (typeof logoMediaTypes)[number];

export const maxLogoBytes = 64 * 1024;

const signatures: Readonly<Record<'image/png' | 'image/jpeg', readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
};
/** An SVG file begins with its element, or with an XML declaration, a comment or a document type before it. */
const svgBeginning = /^\s*<(svg|\?xml|!--|!doctype svg)/i;
const svgSearched = 4_096;

/** A logo is a small image of the stated type. Scripts of an SVG never run: the browser gets it as an image in a sandbox. */
export function logoIssues(mediaType: LogoMediaType, content: Uint8Array): readonly ValidationIssue[] {
  if (content.length === 0 || content.length > maxLogoBytes) {
    const message = `must have 1 to ${maxLogoBytes} bytes, in base64`;
    return [{ path: 'content', rule: 'size', message }];
  }
  if (isOfType(mediaType, content)) return [];
  return [{ path: 'content', rule: 'mediaType', message: `is not an image of the type ${mediaType}` }];
}

function isOfType(mediaType: LogoMediaType, content: Uint8Array): boolean {
  if (mediaType !== 'image/svg+xml') {
    return signatures[mediaType].every((byte, index) => content[index] === byte);
  }
  const beginning = String.fromCharCode(...content.subarray(0, svgSearched)).replace(
    /^\u00ef\u00bb\u00bf/,
    '',
  );
  return svgBeginning.test(beginning) && /<svg[\s>]/i.test(beginning) && !beginning.includes('\0');
}
