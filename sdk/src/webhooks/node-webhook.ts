type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The request of a Node framework, whose body is its bytes or a stream of them, for a `fetch`-style handler. */
export function webhookRequest(headers: Headers, body: Uint8Array | AsyncIterable<Uint8Array>): Request {
  const signed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('webhook-') && value !== undefined ? [[name, String(value)]] : [],
  );
  const bytes = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : streamOf(body);
  const init = { method: 'POST', headers: signed, body: bytes, duplex: 'half' };
  return new Request('http://localhost/', init);
}

/** Without an end of its own: a request whose stream is cancelled cannot be answered. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
