import cookie from '@fastify/cookie';
import type { FastifyError, FastifyInstance } from 'fastify';
import { isRefusal, refusalTable, refuse, refuseInvalid } from '../../core/refusal.ts';
import { isRetryable } from '../../storage/connection/retryable.ts';
import { receiveBody } from '../http/body.ts';
import { asError } from '../http/problem.ts';
import { html } from './html.ts';
import { readMultipart } from './multipart.ts';
import { type Page, sendPage } from './page.ts';

/**
 * Forms have one sealed or random text. Strangers send them, and parsing megabytes of fields would block the event loop.
 */
const formLimitBytes = 16 * 1024;
/** Also where a form may send a file of megabytes: only `multipart/form-data` is read without looking at every character. */
const maxTextFormBytes = 64 * 1024;

/** Support for HTML routes: cookies, forms, and error pages. */
export async function preparePages(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= formLimitBytes;
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) =>
    receiveBody(request, payload, (failure, body) => {
      if (!body) done(failure);
      else if (body.length > maxTextFormBytes) {
        done(asError(refuse('request.too_large', { limitBytes: maxTextFormBytes })));
      } else done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    }),
  );
  app.addContentTypeParser('multipart/form-data', (request, payload, done) =>
    receiveBody(request, payload, (failure, body) => {
      const fields = body && readMultipart(request.headers['content-type'] ?? '', body);
      if (body && !fields) done(asError(refuseInvalid([unreadable])));
      else done(failure, fields);
    }),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (!isRefusal(error) && isRetryable(error)) {
      reply.failure = error;
      reply.refusalCode = 'service.unavailable';
      return sendPage(reply, unavailablePage(request.id));
    }
    if (isRefusal(error) && error.code === 'request.too_large') return sendPage(reply, tooLargePage);
    const isTheirs = isRefusal(error) || (error.statusCode !== undefined && error.statusCode < 500);
    if (!isTheirs) request.log.error({ err: error }, 'request failed');
    return sendPage(reply, {
      status: isTheirs ? 400 : 500,
      title: isTheirs ? 'That cannot be read' : 'Something went wrong on our side',
      of: 'Tessera',
      tone: 'attention',
      content: html`<p>${
        isTheirs
          ? 'The browser sent an invalid request. Please go back and try again.'
          : 'Nothing is lost. Please go back and try again in a few minutes.'
      }</p>
        ${requestNumber(request.id)}`,
    });
  });
}

const unreadable = { path: '', rule: 'body', message: 'The body is not a form with files' };

const tooLargePage: Page = {
  status: 413,
  title: 'That is too much at once',
  of: 'Tessera',
  tone: 'attention',
  content: html`<p>Nothing has changed. Please go back and send a shorter text, such as a part of the list.</p>`,
};

const requestNumber = (id: string) =>
  html`<p class="quiet">If it happens again, give support this number: <code>${id}</code></p>`;

function unavailablePage(requestId: string): Page {
  return {
    status: 503,
    title: refusalTable['service.unavailable'].title,
    of: 'Tessera',
    tone: 'attention',
    content: html`<p>Nothing is lost. Please load this page again in a few seconds.</p>
      ${requestNumber(requestId)}`,
  };
}
