export type MailContent = {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
};

export type Mail = MailContent & {
  readonly to: string;
  /** Makes the return address `local+token@domain`, by which a bounce names its subscriber. */
  readonly bounceToken?: string;
  /** Added to the headers that every mail has; the values must be ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Only `recipient` means for certain that the address is at fault. */
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
      /** The enhanced status code, like `5.1.1`; null if the server sent none. */
      readonly status: string | null;
    };

/** One connection to the mail server, opened with its first mail. It never repeats a mail by itself. */
export type MailConnection = {
  readonly send: (mail: Mail) => Promise<SendOutcome>;
  readonly close: () => Promise<void>;
};

export type Mailer = {
  readonly fromAddress: string;
  readonly connect: () => MailConnection;
};
