import type { RequestListener } from 'node:http';
import type { RequestTracing } from '../api/http/request-tracing.ts';
import type { StatementClient } from '../storage/connection/database-pool.ts';

export interface OutgoingCall<Result> {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly send: () => Promise<Result>;
  /** Null: there was no response. */
  readonly statusOf: (answer: Result) => number | null;
}

/** Traces of this node. Absent when traces are off: then no code of this folder runs. */
export interface Tracing extends RequestTracing {
  /** A span for each request. An incoming `traceparent` is its parent. */
  listen(listener: RequestListener): RequestListener;
  /** A span for each statement of a request. Statements of background polling have none: they are many and alike. */
  traceStatements(client: StatementClient): void;
  outgoing<Result>(call: OutgoingCall<Result>): Promise<Result>;
  /** The ids of the current span, for log lines. */
  logFields(): { readonly traceId?: string; readonly spanId?: string };
  /** Exports the last spans. */
  stop(): Promise<void>;
}
