/** A response with one of three: `body` is sent as JSON, `text` as HTML unless the headers name another type. */
export interface EmulatorResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  /** Sent as it is; the headers name its type. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, a dropped connection, or none at all. */
export type Reply = EmulatorResponse | 'reset' | 'none';
