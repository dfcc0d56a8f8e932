/** Every error of this library. */
export class TesseraError extends Error {
  override name = 'TesseraError';
}

/** The service gave no answer, and none is known. */
export class TesseraUnavailable extends TesseraError {
  override name = 'TesseraUnavailable';
}

/** The options are wrong; the message says what to do. */
export class TesseraConfigurationError extends TesseraError {
  override name = 'TesseraConfigurationError';
}

/** The part of a problem document (RFC 9457) that is used. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title?: string;
  readonly detail?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The service, or the identity provider for a token, refused the request. */
export class TesseraRefused extends TesseraError {
  override name = 'TesseraRefused';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly args: Readonly<Record<string, unknown>>;

  constructor({ status, code, title, detail = '', args = {} }: Problem) {
    super([title ?? 'The request was refused', detail, `(${status} ${code})`].filter(Boolean).join(' '));
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.args = args;
  }
}

/** Whether repeating the request cannot help until somebody changes the configuration. */
export function isConfigurationFault(error: unknown): boolean {
  return error instanceof TesseraRefused || error instanceof TesseraConfigurationError;
}
