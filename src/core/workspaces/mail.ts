/** One mail, identical at every attempt. */
export interface Mail {
  /** The source of the Message-ID, which identifies duplicates. */
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Recipients in neither list can be retried. */
export interface MailResponse {
  readonly taken: readonly string[];
  /** Permanently: the mailbox does not exist, or the server rejects the mail. */
  readonly refused: readonly string[];
  /** The error; null on success. */
  readonly failure: string | null;
}

export interface MailSender {
  send(mail: Mail): Promise<MailResponse>;
}
