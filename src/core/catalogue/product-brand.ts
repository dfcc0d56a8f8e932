import { isSafeOutsideAddress } from '../network/outside-address.ts';
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

/** A partner's colour on the pages of its customers, in shades that keep text readable (WCAG 2.2 AA). */

export interface AccentShades {
  /** Links and the background of buttons. */
  readonly accent: string;
  /** The text of buttons. */
  readonly ink: string;
  /** The background of a button under the pointer. */
  readonly strong: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The darker background of the light pages, the lighter one of the dark pages: the others contrast more. */
const lightGround: Rgb = [0xf4, 0xf3, 0xef];
const darkGround: Rgb = [0x1d, 0x21, 0x27];
const minContrast = 4.5;
const step = 0.05;

/** Six hexadecimal digits: `#1a5fb4`. */
export function isAccentColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** The nearest readable shades of a colour: darker on light pages, lighter on dark ones. */
export function accentShades(colour: string): { readonly light: AccentShades; readonly dark: AccentShades } {
  const given = rgbOf(colour);
  const light = until(given, black, (shade) => contrast(shade, lightGround) >= minContrast);
  const dark = until(given, white, (shade) => contrast(shade, darkGround) >= minContrast);
  return {
    light: { accent: textOf(light), ink: textOf(white), strong: textOf(mix(light, black, 0.2)) },
    dark: { accent: textOf(dark), ink: textOf(black), strong: textOf(mix(dark, white, 0.3)) },
  };
}

function until(colour: Rgb, target: Rgb, isReadable: (shade: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += step) {
    const shade = mix(colour, target, share);
    if (isReadable(shade)) return shade;
  }
  return target;
}

function mix(colour: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(colour[index] + (other[index] - colour[index]) * share);
  return [part(0), part(1), part(2)];
}

/** The contrast ratio of WCAG, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

export function rgbOf(colour: string): Rgb {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function textOf(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const maxLength = 254;

/** Where customers get help: an e-mail address or an https URL. */
export function isSupportContact(text: string): boolean {
  return text.length <= maxLength && (isAddress(text) || isSafeOutsideAddress(text));
}

/** The target of a link to the contact. */
export function supportLink(contact: string): string {
  return isAddress(contact) ? `mailto:${contact}` : contact;
}

/** Without characters that have a meaning in `mailto:`, such as `?bcc=`. */
function isAddress(text: string): boolean {
  return /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text);
}
