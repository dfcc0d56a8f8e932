import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { withDeadline } from '../async/deadline.ts';
import { statementTracer } from './statements.ts';
import type { OutgoingCall, Tracing } from './tracing.ts';

const millisecondsToExport = 2_000;

/**
 * Exports spans by OTLP over HTTP. The SDK reads the `OTEL_*` settings itself. Nothing is registered globally, so that
 * two services in one process do not mix their spans.
 */
export function createTracing(onFailure: (error: unknown) => void): Tracing {
  setGlobalErrorHandler(onFailure);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'tessera' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('tessera');
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Span>();
  const spans = new WeakMap<IncomingMessage, Span>();

  return {
    listen: (listener) => (request, response) => {
      const { method = 'GET' } = request;
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      spans.set(request, span);
      emitWithin(request, active, span);
      emitWithin(response, active, span);
      response.once('close', () => endWithStatus(span, response.statusCode, 500));
      active.run(span, () => listener(request, response));
    },
    nameRoute(request, route) {
      spans.get(request)?.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
    },
    traceStatements: statementTracer(tracer, active),
    async outgoing<Result>({ name, attributes, send, statusOf }: OutgoingCall<Result>): Promise<Result> {
      const span = tracer.startSpan(
        name,
        { kind: SpanKind.CLIENT, attributes },
        contextOf(active.getStore()),
      );
      try {
        const answer = await active.run(span, send);
        endWithStatus(span, statusOf(answer), 400);
        return answer;
      } catch (error) {
        endWithStatus(span, null, 400);
        throw error;
      }
    },
    traceId: () => active.getStore()?.spanContext().traceId,
    logFields() {
      const span = active.getStore()?.spanContext();
      return span ? { traceId: span.traceId, spanId: span.spanId } : {};
    },
    stop: () =>
      withDeadline(
        { milliseconds: millisecondsToExport },
        () => provider.shutdown(),
        () => {},
      ),
  };
}

function contextOf(parent: Span | undefined): Context {
  return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** Listeners of a request's events would run in the context of the connection, which serves many requests. */
function emitWithin(emitter: EventEmitter, active: AsyncLocalStorage<Span>, span: Span): void {
  const emit = emitter.emit;
  emitter.emit = (...event) => active.run(span, () => emit.apply(emitter, event));
}

function endWithStatus(span: Span, status: number | null, firstError: number): void {
  if (status !== null) span.setAttribute('http.response.status_code', status);
  if (status === null || status >= firstError) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
