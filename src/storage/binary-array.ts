const uuidType = 2950;
const instantType = 1184;
const headLength = 20;
/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000, 0, 1);

/**
 * Arrays in PostgreSQL's binary form, of what it is slow to read as text: ids and instants. With hundreds of them that is
 * a good part of a statement's price.
 */
export function uuidArray(values: readonly string[]): Buffer {
  const array = arrayOf(uuidType, values.length, 16);
  let at = headLength;
  for (const value of values) {
    at = array.writeInt32BE(16, at);
    for (let position = 0; position < value.length; position += 2) {
      if (value.charCodeAt(position) === hyphen) position += 1;
      array[at] = (digitAt(value, position) << 4) | digitAt(value, position + 1);
      at += 1;
    }
  }
  return array;
}

export function instantArray(values: readonly Date[]): Buffer {
  const array = arrayOf(instantType, values.length, 8);
  let at = headLength;
  let last = Number.NaN;
  let microseconds = 0n;
  for (const value of values) {
    // Many are the same instant: now.
    const time = value.getTime();
    if (time !== last) microseconds = BigInt(time - epoch) * 1_000n;
    last = time;
    at = array.writeInt32BE(8, at);
    at = array.writeBigInt64BE(microseconds, at);
  }
  return array;
}

/** Of one dimension, without nulls, counted from 1; each element is preceded by its length. */
function arrayOf(type: number, count: number, lengthOfOne: number): Buffer {
  const array = Buffer.allocUnsafe(headLength + count * (4 + lengthOfOne));
  for (const [index, word] of [1, 0, type, count, 1].entries()) array.writeInt32BE(word, index * 4);
  return array;
}

const hyphen = 0x2d;

/** What a hexadecimal digit counts, in upper or lower case: its last four bits, and nine more for a letter. */
function digitAt(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}
