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

  constructor({ status, code, title = 'Refused', detail = '', args = {} }: Problem) {
    super(`${title}${detail && `: ${detail}`} (${status} ${code})`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.args = args;
  }
}

/** An argument of a call is wrong, so that the service is not asked. */
export function refuseArgument(member: string, detail: string): TesseraRefused {
  return new TesseraRefused({ status: 400, code: 'request.validation_failed', detail, args: { member } });
}

/** The request is no webhook of the service, or an old one. The message is the reason. */
export class WebhookRefused extends TesseraError {
  override name = 'WebhookRefused';
  /** 401: the signature is missing, wrong or old. 400: the body is too large or no event. */
  readonly status: 400 | 401;

  constructor(status: 400 | 401, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether repeating the request cannot help until somebody changes the configuration. */
export function isConfigurationFault(error: unknown): boolean {
  return error instanceof TesseraRefused || error instanceof TesseraConfigurationError;
}
