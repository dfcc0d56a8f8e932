/** One mail, which stays the same however often it has to be sent. */
export interface Mail {
  /** Makes the Message-ID, by which a mail that comes twice can be recognised. */
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Whoever is in neither list has not been reached, and may be another time. */
export interface MailAnswer {
  readonly taken: readonly string[];
  /** For good: no such mailbox, or they do not want it. */
  readonly refused: readonly string[];
  /** What went wrong; null when nothing did. */
  readonly trouble: string | null;
}

export interface MailSender {
  send(mail: Mail): Promise<MailAnswer>;
}
