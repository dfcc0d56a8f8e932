import { describe, expect, it } from 'vitest';
import { readMultipart } from './multipart.ts';

const type = 'multipart/form-data; boundary=----b';

/** The fields as browsers send them. */
function form(...parts: readonly (readonly [head: string, content: string])[]): Buffer {
  const text = parts.map(
    ([head, content]) => `------b\r\nContent-Disposition: ${head}\r\n\r\n${content}\r\n`,
  );
  return Buffer.from(`${text.join('')}------b--\r\n`);
}

describe('readMultipart', () => {
  it('reads fields and files as text', () => {
    const body = form(
      ['form-data; name="form"', 'sealed'],
      ['form-data; name="file"; filename="name=7.txt"\r\nContent-Type: text/plain', 'one\r\n\r\n--two é'],
      ['form-data; name="none"; filename=""\r\nContent-Type: application/octet-stream', ''],
    );
    const fields = { form: 'sealed', file: 'one\r\n\r\n--two é', none: '' };
    expect(readMultipart(type, body)).toEqual(fields);
    expect(readMultipart('Multipart/Form-Data; Boundary="----b"', body)).toEqual(fields);
  });

  it('reads what the fetch of Node writes', async () => {
    const data = new FormData();
    data.set('form', 'sealed');
    data.set('file', new Blob(['x'.repeat(100_000)]), 'usage');
    const sent = new Response(data);
    const body = Buffer.from(await sent.arrayBuffer());
    expect(readMultipart(sent.headers.get('content-type') ?? '', body)).toEqual({
      form: 'sealed',
      file: 'x'.repeat(100_000),
    });
  });

  const one = form(['form-data; name="a"', 'b']);
  it.each([
    ['no boundary', 'multipart/form-data', one],
    ['another boundary', 'multipart/form-data; boundary=other', one],
    ['no end', type, one.subarray(0, -8)],
    ['no name', type, form(['form-data', 'b'])],
    ['nothing', type, Buffer.alloc(0)],
    ['no head', type, Buffer.from('------b\r\ntext')],
    ['a long head', type, form([`form-data; name="a"; filename="${'x'.repeat(2_000)}"`, 'b'])],
    [
      'many fields',
      type,
      form(...Array.from({ length: 12 }, (_, index) => [`form-data; name="${index}"`, ''] as const)),
    ],
  ])('undefined: %s', (_case, contentType, body) => {
    expect(readMultipart(contentType, body)).toBeUndefined();
  });
});
