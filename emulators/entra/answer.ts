/** What is sent back: JSON when there is a body, or text, which is HTML unless the headers say otherwise. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
