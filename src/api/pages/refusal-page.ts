import type { FastifyReply } from 'fastify';
import { type Refusal, refusalTable } from '../../core/refusal.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** A refusal as an HTML page, for browsers. */
export function sendRefusalPage(reply: FastifyReply, { code, detail }: Refusal): FastifyReply {
  const { status, title } = refusalTable[code];
  reply.refusalCode = code;
  return sendPage(reply, {
    status,
    title,
    of: 'Tessera',
    tone: 'attention',
    content: html`<p>${detail}</p>`,
  });
}
