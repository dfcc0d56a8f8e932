export interface Authoriser {
  /** The header that authorises a request. */
  header(): Promise<readonly [name: string, value: string]>;
  /** The service refused the header with 401. True if another may be accepted. */
  reject(value: string): boolean;
}

export interface AuthoriserParts {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Of a token request, in milliseconds. */
  readonly timeout: number;
}
