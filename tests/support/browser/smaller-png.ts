import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signatureLength = 8;
/** Besides its data a chunk has a length, a type and a checksum of four bytes each. */
const chunkFrame = 12;

/** Recompresses a PNG without loss: browsers compress for speed. */
export function smallerPng(png: Buffer): Buffer {
  const chunks: { readonly type: string; readonly data: Buffer }[] = [];
  for (let at = signatureLength; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += chunkFrame + length;
  }
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const packed = deflateSync(inflateSync(pixels), { level: 9, memLevel: 9 });
  const head = chunks.filter(({ type }) => type === 'IHDR');
  const written = [...head, { type: 'IDAT', data: packed }, { type: 'IEND', data: Buffer.alloc(0) }];
  return Buffer.concat([png.subarray(0, signatureLength), ...written.map(chunkOf)]);
}

function chunkOf({ type, data }: { readonly type: string; readonly data: Buffer }): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
