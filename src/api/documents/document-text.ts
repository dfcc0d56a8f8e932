import type { FastifyReply } from 'fastify';

/** Sends a constant document, serialised once: it is large, and everybody may ask for it. */
export function documentText(make: () => object) {
  let text: string | undefined;
  return (reply: FastifyReply): FastifyReply => {
    text ??= JSON.stringify(make());
    return reply.type('application/json; charset=utf-8').send(text);
  };
}

interface Described {
  readonly info?: { readonly description?: string };
}

/** The OpenAPI document with the address of this service: its server, and the links of its description. */
export function withAddresses<Document extends object>(document: Document, publicUrl: string) {
  const { info } = document as Described;
  return {
    ...document,
    info: { ...info, description: info?.description?.replaceAll('](/', `](${publicUrl}/`) },
    servers: [{ url: publicUrl }],
  };
}
