/** A mail before it is addressed. */
export type MailContent = {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
};

export type Mail = MailContent & {
  readonly to: string;
  /** Makes the return address `local+token@domain`, by which a bounce names its subscriber. */
  readonly bounceToken?: string;
  /** Besides those that every mail has; ASCII, as they are sent. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the server refused. Only with `recipient` the fault is certainly that address's. */
export type RefusedStep = 'sender' | 'recipient' | 'message';

/**
 * `temporary`: the server refused it for now, or could not be reached. `unknown`: the connection was lost
 * after the message had been handed over, so that it may have been sent.
 */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'unknown'; readonly reason: string }
  | {
      readonly kind: 'temporary';
      readonly reason: string;
      /** Null if the server takes no mail at all at the moment. */
      readonly step: RefusedStep | null;
    }
  | {
      readonly kind: 'permanent';
      readonly reason: string;
      readonly step: RefusedStep;
      /** Like `5.1.1`, if the server has said one. */
      readonly status: string | null;
    };

/** One connection to the mail server, opened with its first mail. It never repeats a mail by itself. */
export type MailConnection = {
  readonly send: (mail: Mail) => Promise<SendOutcome>;
  readonly close: () => Promise<void>;
};

export type Mailer = {
  /** The address part of MAIL_FROM. */
  readonly fromAddress: string;
  readonly connect: () => MailConnection;
};
