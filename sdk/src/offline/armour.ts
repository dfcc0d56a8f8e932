/** What a file is, in its first and last line. */
export type FileKind = 'LICENCE' | 'REQUEST' | 'USAGE';

const lineLength = 64;

/** The token between lines that say what it is. */
export function armour(kind: FileKind, token: string): string {
  const lines = token.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return `-----BEGIN TESSERA ${kind}-----\n${lines.join('\n')}\n-----END TESSERA ${kind}-----\n`;
}

/** The token of a file; undefined if the text is no such file. Line ends and white space around lines do not matter. */
export function unarmour(kind: FileKind, text: string): string | undefined {
  const lines = text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first, ...body] = lines;
  const last = body.pop();
  if (first !== `-----BEGIN TESSERA ${kind}-----` || last !== `-----END TESSERA ${kind}-----`)
    return undefined;
  return body.join('');
}
