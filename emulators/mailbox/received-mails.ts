import PostalMime from 'postal-mime';

export interface ReceivedMail {
  readonly receivedAt: string;
  readonly messageId: string;
  readonly from: string;
  /** The recipients of the SMTP envelope. */
  readonly to: readonly string[];
  readonly subject: string;
  /** The plain text, or empty. */
  readonly text: string;
  /** The HTML alternative, or empty. */
  readonly html: string;
}

interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  readonly receivedAt: Date;
}

export interface ReceivedMails {
  add(content: Buffer, envelope: Envelope): Promise<void>;
  /** The newest first. */
  list(): readonly ReceivedMail[];
  clear(): void;
}

const maxMails = 200;

export function createReceivedMails(): ReceivedMails {
  let mails: readonly ReceivedMail[] = [];
  return {
    async add(content, { from, to, receivedAt }) {
      const { subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(content);
      const mail = { receivedAt: receivedAt.toISOString(), messageId, from, to, subject, text, html };
      mails = [mail, ...mails].slice(0, maxMails);
    },
    list: () => mails,
    clear() {
      mails = [];
    },
  };
}
