/** What is sent back: JSON when there is a body, HTML when there is a page. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly page?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
