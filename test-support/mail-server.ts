import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** As read by a parser that has nothing in common with what writes them. */
export type ReceivedMail = Email & {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
};

/** `data`: the message has begun to arrive. `message`: all of it is here, and not answered yet. */
export type MailStep = 'connect' | 'login' | 'sender' | 'recipient' | 'data' | 'message';

/** `drop` ends the connection without an answer; others refuse, like `450` or `550 5.1.1 Unknown`. */
export type MailReaction = 'drop' | number | string | undefined;

/** `address` is the sender's, the recipient's or the user name. A slow server awaits something. */
export type MailBehaviour = (
  step: MailStep,
  address: string,
) => MailReaction | Promise<MailReaction>;

export type MailServerOptions = {
  readonly login?: { readonly user: string; readonly password: string };
  readonly tls?: 'smtps' | 'starttls';
};

type Answer = (error?: Error | null) => void;

function refusal(reaction: number | string): Error {
  const [, code, text = ''] = /^(\d{3}) ?(.*)$/.exec(`${reaction}`) ?? [];
  return Object.assign(new Error(text || 'Refused by the test'), { responseCode: Number(code) });
}

const recipientOf = ({ envelope }: SMTPServerSession) => envelope.rcptTo[0]?.address ?? '';

async function parse({ envelope }: SMTPServerSession, raw: Buffer): Promise<ReceivedMail> {
  const { mailFrom, rcptTo } = envelope;
  const from = mailFrom ? mailFrom.address : '';
  const to = rcptTo.map(({ address }) => address);
  return { ...(await PostalMime.parse(raw)), envelope: { from, to }, raw: raw.toString() };
}

/** A mail server in this process. It accepts everything until it is told otherwise. */
export async function startMailServer({ login, tls }: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const steps: MailStep[] = [];
  const sockets = new Map<number | undefined, Socket>();
  let behaviour: MailBehaviour = () => undefined;

  async function react(
    session: SMTPServerSession,
    step: MailStep,
    address: string,
    answer: Answer,
  ): Promise<void> {
    steps.push(step);
    const reaction = await behaviour(step, address);
    if (reaction === 'drop') sockets.get(session.remotePort)?.destroy();
    else answer(reaction === undefined ? null : refusal(reaction));
  }

  /** A message whose connection is dropped before the answer counts as received: servers may do so. */
  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer) {
    const to = recipientOf(session);
    // Undefined if the client was killed meanwhile.
    const body = buffer(stream).catch(() => undefined);
    await Promise.race([once(stream, 'data').catch(() => {}), body]);
    await react(session, 'data', to, async (refused) => {
      const raw = await body;
      if (raw === undefined) return;
      const mail = await parse(session, raw);
      if (refused) return answer(refused);
      steps.push('message');
      const reaction = await behaviour('message', to);
      if (reaction === undefined || reaction === 'drop') mails.push(mail);
      if (reaction === 'drop') sockets.get(session.remotePort)?.destroy();
      else answer(reaction === undefined ? null : refusal(reaction));
    });
  }

  function createServer(): SMTPServer {
    const server = new SMTPServer({
      ...{ secure: tls === 'smtps', hideSTARTTLS: tls !== 'starttls', logger: false },
      hideENHANCEDSTATUSCODES: true,
      ...{ authOptional: !login, allowInsecureAuth: true, disableReverseLookup: true },
      onConnect: (session, done) => void react(session, 'connect', '', done),
      onAuth({ username = '', password }, session, done) {
        const isRight = username === login?.user && password === login?.password;
        const answer: Answer = (error) =>
          done(error ?? (isRight ? null : refusal('535 5.7.8 Wrong password')), { user: username });
        react(session, 'login', username, answer);
      },
      onMailFrom: ({ address }, session, done) => void react(session, 'sender', address, done),
      onRcptTo: ({ address }, session, done) => void react(session, 'recipient', address, done),
      onData: (stream, session, done) => void receive(stream, session, done),
    });
    server.on('error', () => {});
    server.server.on('connection', (socket: Socket) => {
      const { remotePort } = socket;
      sockets.set(remotePort, socket);
      socket.once('close', () => sockets.delete(remotePort));
    });
    return server;
  }

  async function listen(port: number): Promise<SMTPServer> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  let server = await listen(0);
  const { port } = server.server.address() as AddressInfo;
  const user = login
    ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`
    : '';

  /** Also ends all connections. */
  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(resolve));
    for (const socket of sockets.values()) socket.destroy();
    await closed;
  }

  return {
    /** For SMTP_URL. */
    url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://${user}127.0.0.1:${port}`,
    /** Those that were accepted, in order. */
    mails: mails as readonly ReceivedMail[],
    /** Everything that clients have asked for, in order. */
    steps: steps as readonly MailStep[],
    mailsTo: (address: string) => mails.filter(({ envelope }) => envelope.to.includes(address)),
    behave(next: MailBehaviour): void {
      behaviour = next;
    },
    stop,
    /** On the same port. */
    async start(): Promise<void> {
      server = await listen(port);
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
