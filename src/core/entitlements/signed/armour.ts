/** The kinds of signed text that travel as files. */
export type ArmourKind = 'LICENCE' | 'REQUEST' | 'USAGE';

const lineLength = 64;

/** The token between lines that name the kind, as a file. */
export function armour(kind: ArmourKind, token: string): string {
  const lines = token.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return `${[begin(kind), ...lines, end(kind)].join('\n')}\n`;
}

/**
 * The token of a file; undefined if the file is not of this kind. Line ends and white space around lines do not matter. Byte
 * by byte: a file of megabytes that is nothing but line ends must not block the event loop.
 */
export function readArmour(kind: ArmourKind, text: string): string | undefined {
  const whole = text.trim();
  if (!whole.startsWith(begin(kind)) || !whole.endsWith(end(kind))) return undefined;
  if (Buffer.byteLength(whole) !== whole.length) return undefined;
  const bytes = Buffer.from(whole, 'latin1');
  const from = begin(kind).length;
  const until = bytes.length - end(kind).length;
  let length = from;
  // The marks have lines of their own: nothing of the token may follow them, or white space, before the line ends.
  let isLineOver = true;
  let previous: number = byteKinds.token;
  for (let at = from; at < until; at += 1) {
    const byte = bytes[at] ?? 0;
    const found = kindOfByte[byte] ?? byteKinds.other;
    if (found === byteKinds.token) {
      if (isLineOver) return undefined;
      bytes[length++] = byte;
    } else if (found === byteKinds.lineEnd) isLineOver = false;
    else if (found === byteKinds.space) isLineOver ||= previous === byteKinds.token;
    else return undefined;
    previous = found;
  }
  if (length === from || isLineOver || previous === byteKinds.token) return undefined;
  return bytes.toString('latin1', from, length);
}

const byteKinds = { other: 0, token: 1, space: 2, lineEnd: 3 } as const;

const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z0-9_.-]/.test(character)) return byteKinds.token;
  if (/[ \t]/.test(character)) return byteKinds.space;
  return /[\r\n]/.test(character) ? byteKinds.lineEnd : byteKinds.other;
});

const begin = (kind: ArmourKind) => `-----BEGIN TESSERA ${kind}-----`;
const end = (kind: ArmourKind) => `-----END TESSERA ${kind}-----`;
