import { randomUUID } from 'node:crypto';
import { isGuid } from '../shell/guid.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import { type FailureName, type FailureRow, failureTable } from './failure-table.ts';

export interface Failure {
  readonly failure: FailureName;
  /** The id, field or scope that is refused. */
  readonly subject: string;
}

export interface RequestContext {
  readonly origin: string;
  readonly now: Date;
  /** The `client-request-id` header, echoed when it is a GUID. */
  readonly clientRequestId: string | undefined;
}

export interface FailureBody {
  readonly error: string;
  readonly error_description: string;
  readonly error_codes: readonly number[];
  readonly timestamp: string;
  readonly trace_id: string;
  readonly correlation_id: string;
  readonly error_uri: string;
}

export function failureBody(
  { failure, subject }: Failure,
  { origin, now, clientRequestId }: RequestContext,
): FailureBody {
  const row: FailureRow = failureTable[failure];
  const traceId = randomUUID();
  const correlationId =
    clientRequestId !== undefined && isGuid(clientRequestId) ? clientRequestId : randomUUID();
  const timestamp = `${now.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  const description = [
    `AADSTS${row.code}: ${row.text(subject.slice(0, 200))}`,
    `Trace ID: ${traceId}`,
    `Correlation ID: ${correlationId}`,
    `Timestamp: ${timestamp}`,
  ].join('\r\n');
  return {
    error: row.error,
    error_description: description,
    error_codes: [row.code],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `${origin}/error?code=${row.code}`,
  };
}

export function failureResponse(failure: Failure, context: RequestContext): EmulatorResponse {
  const { status } = failureTable[failure.failure];
  return { status, body: failureBody(failure, context) };
}
