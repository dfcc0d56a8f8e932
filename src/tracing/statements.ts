import type { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { StatementClient } from '../storage/connection/database-pool.ts';

const maxTextLength = 2_000;

/** Spans of statements have their text without the values of its parameters, which may be secrets. */
export function statementTracer(tracer: Tracer, active: AsyncLocalStorage<Span>) {
  return (client: StatementClient): void => {
    const query = client.query.bind(client);
    client.query = (...args: unknown[]): unknown => {
      const parent = active.getStore();
      if (!parent) return query(...args);
      const span = startSpan(tracer, textOf(args[0]), parent);
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
          endSpan(span, error);
          callback(error, ...rest);
        });
      }
      const answer = query(...args);
      if (answer instanceof Promise) {
        answer.then(
          () => endSpan(span, null),
          (error: unknown) => endSpan(span, error),
        );
      } else endSpan(span, null);
      return answer;
    };
  };
}

function startSpan(tracer: Tracer, text: string, parent: Span): Span {
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'STATEMENT';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, maxTextLength),
  };
  return tracer.startSpan(
    operation,
    { kind: SpanKind.CLIENT, attributes },
    trace.setSpan(ROOT_CONTEXT, parent),
  );
}

function endSpan(span: Span, error: unknown): void {
  if (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    span.setAttribute('error.type', code || 'unknown').setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { readonly text?: unknown };
  return typeof text === 'string' ? text : '';
}
