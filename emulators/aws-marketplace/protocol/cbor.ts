/** CBOR (RFC 8949) as far as rpc-v2-cbor uses it. Times are tag 1 with seconds. */
export function encodeCbor(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.of(0xf6);
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (typeof value === 'number') return encodeNumber(value);
  if (value instanceof Date) return Buffer.concat([Buffer.of(0xc1), encodeNumber(value.getTime() / 1000)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const parts = members.flatMap(([name, member]) => [encodeCbor(name), encodeCbor(member)]);
  return Buffer.concat([head(5, members.length), ...parts]);
}

function encodeNumber(value: number): Buffer {
  if (Number.isInteger(value) && Math.abs(value) <= 0xffff_ffff) {
    return value < 0 ? head(1, -1 - value) : head(0, value);
  }
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xfb;
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function head(major: number, length: number): Buffer {
  const first = major << 5;
  if (length < 24) return Buffer.of(first | length);
  if (length < 0x100) return Buffer.of(first | 24, length);
  const bytes = Buffer.alloc(length < 0x1_0000 ? 3 : 5);
  bytes[0] = first | (length < 0x1_0000 ? 25 : 26);
  bytes.writeUIntBE(length, 1, bytes.length - 1);
  return bytes;
}

/** Ends an item of indefinite length. */
const end = Symbol('break');
const maxDepth = 16;

/** Throws for anything that is not one whole item. */
export function decodeCbor(bytes: Buffer): unknown {
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new Error('the CBOR is cut off');
    at += count;
    return bytes.subarray(at - count, at);
  };

  function length(info: number): number | undefined {
    if (info < 24) return info;
    if (info === 31) return undefined;
    if (info > 27) throw new Error('the CBOR has an unknown length');
    const read = take(2 ** (info - 24));
    return info === 27 ? Number(read.readBigUInt64BE()) : read.readUIntBE(0, read.length);
  }
  function items(count: number | undefined, depth: number): unknown[] {
    const read: unknown[] = [];
    while (count === undefined || read.length < count) {
      const one = item(depth);
      if (one === end) {
        if (count === undefined) break;
        throw new Error('the CBOR ends too early');
      }
      read.push(one);
    }
    return read;
  }
  function item(depth: number): unknown {
    if (depth > maxDepth) throw new Error('the CBOR is too deep');
    const [first = 0] = take(1);
    const [major, info] = [first >> 5, first & 31];
    if (major === 7) return simple(info);
    const count = length(info);
    if (count === undefined && (major < 2 || major === 6)) throw new Error('the CBOR has no length');
    switch (major) {
      case 0:
        return count;
      case 1:
        return -1 - (count ?? 0);
      case 2:
      case 3: {
        const chunk = (read: unknown) => (typeof read === 'string' ? read : String(read));
        return count === undefined
          ? items(undefined, depth + 1)
              .map(chunk)
              .join('')
          : take(count).toString('utf8');
      }
      case 4:
        return items(count, depth + 1);
      case 5: {
        const flat = items(count === undefined ? undefined : count * 2, depth + 1);
        const entries: [string, unknown][] = [];
        for (let index = 0; index + 1 < flat.length; index += 2)
          entries.push([String(flat[index]), flat[index + 1]]);
        return Object.fromEntries(entries);
      }
      default: {
        const inner = item(depth + 1);
        return count === 1 && typeof inner === 'number' ? new Date(inner * 1000) : inner;
      }
    }
  }
  function simple(info: number): unknown {
    switch (info) {
      case 20:
        return false;
      case 21:
        return true;
      case 25:
        return halfFloat(take(2).readUInt16BE());
      case 26:
        return take(4).readFloatBE();
      case 27:
        return take(8).readDoubleBE();
      case 31:
        return end;
      default:
        return null;
    }
  }

  const whole = item(0);
  if (at !== bytes.length || whole === end) throw new Error('the CBOR is not one item');
  return whole;
}

function halfFloat(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 0x3ff];
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
