// By name it would be a syntax error in Node 18, before anything can say that it is too old.
import zlib from 'node:zlib';

const checksumLength = 8;

/** A line of a journal: a checksum and JSON, so that a torn or damaged line is recognised. */
export function encodeLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksumOf(json)} ${json}\n`;
}

/** The value of a line without its line break; undefined if the line is damaged. */
export function decodeLine(line: string): unknown {
  const json = line.slice(checksumLength + 1);
  if (line.slice(0, checksumLength + 1) !== `${checksumOf(json)} `) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function checksumOf(json: string): string {
  return zlib.crc32(json).toString(16).padStart(checksumLength, '0');
}
