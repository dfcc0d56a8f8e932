export interface ReadMessage {
  readonly event: string;
  readonly data: unknown;
}

/** A client of the change stream. */
export class ChangeReader {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: ReadMessage[] = [];
  comments = 0;
  /** Whether the service has ended the stream. */
  hasEnded = false;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#abort = abort;
    void this.#read(response).catch(() => {});
  }

  /** Returns when the response has begun. */
  static async open(serviceUrl: string, headers: Record<string, string> = {}): Promise<ChangeReader> {
    const abort = new AbortController();
    const { signal } = abort;
    return new ChangeReader(await fetch(`${serviceUrl}/api/v1/changes`, { headers, signal }), abort);
  }

  get events(): readonly string[] {
    return this.messages.map(({ event }) => event);
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(response: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const parts = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) this.#receive(part);
    }
    this.hasEnded = true;
  }

  #receive(part: string): void {
    const [, event, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
    if (event !== undefined) this.messages.push({ event, data: JSON.parse(data) });
    else if (part === ':') this.comments += 1;
  }
}
