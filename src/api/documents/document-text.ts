import type { FastifyReply } from 'fastify';

/** Sends a constant document, serialised once: it is large, and everybody may ask for it. */
export function documentText(make: () => object) {
  let text: string | undefined;
  return (reply: FastifyReply): FastifyReply => {
    text ??= JSON.stringify(make());
    return reply.type('application/json; charset=utf-8').send(text);
  };
}
