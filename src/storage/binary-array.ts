const uuidType = 2950;
const instantType = 1184;
const headLength = 20;
/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000, 0, 1);

/**
 * Arrays in PostgreSQL's binary format, for ids and instants: parsing hundreds of them as text is a large part of a
 * statement's cost.
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
    // Consecutive values are often the same instant.
    const time = value.getTime();
    if (time !== last) microseconds = BigInt(time - epoch) * 1_000n;
    last = time;
    at = array.writeInt32BE(8, at);
    at = array.writeBigInt64BE(microseconds, at);
  }
  return array;
}

/** One dimension, no nulls, lower bound 1; each element is preceded by its length. */
function arrayOf(type: number, count: number, lengthOfOne: number): Buffer {
  const array = Buffer.allocUnsafe(headLength + count * (4 + lengthOfOne));
  for (const [index, word] of [1, 0, type, count, 1].entries()) array.writeInt32BE(word, index * 4);
  return array;
}

const hyphen = 0x2d;

/** The value of a hexadecimal digit, upper or lower case: its low four bits, plus nine for a letter. */
function digitAt(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}
