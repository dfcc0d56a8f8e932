import type { FastifyReply } from 'fastify';
import { type Refusal, refusalTable } from '../../core/refusal.ts';
import { html } from './html.ts';
import { type Page, sendPage } from './page.ts';

export type RefusalPage = Omit<Page, 'status'>;

/** A refusal as an HTML page, for browsers: a page of its own, or its title and detail. */
export function sendRefusalPage(
  reply: FastifyReply,
  { code, detail }: Refusal,
  page?: RefusalPage,
): FastifyReply {
  const { status, title } = refusalTable[code];
  reply.refusalCode = code;
  return sendPage(reply, {
    status,
    ...(page ?? { title, of: 'Tessera', tone: 'attention', content: html`<p>${detail}</p>` }),
  });
}
