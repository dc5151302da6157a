import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { LoginServer } from '../mail-settings.ts';
import { isLoopback, isPrivateHost } from '../private-hosts.ts';

export type Envelope = { readonly from: string; readonly to: string };

type Done = (error?: Error | null) => void;

const CONNECT_MS = 20_000;
const CHUNK_BYTES = 16_384;

function optionsOf({ host, port, secure, login }: LoginServer) {
  return {
    ...{ host, port, secure },
    // A password does not go unencrypted through the internet, even if somebody hides STARTTLS.
    requireTLS: login !== undefined && !secure && !isPrivateHost(host),
    // Mail servers on the same machine usually have a certificate that nobody has signed.
    tls: { rejectUnauthorized: !isLoopback(host) },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
  };
}

/** A connection to the mail server: it ends with its first error, and with its deadline. */
export function createSession(server: LoginServer) {
  const connection = new SMTPConnection(optionsOf(server));
  let failure: Error | undefined;
  let isHandedOver = false;
  connection.on('error', (error) => {
    failure ??= error;
  });

  /** Fails also when the connection ends without an answer. */
  async function run(start: (done: Done) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // The answer that ended the connection comes after the event.
    const onEnd = () => setImmediate(() => reject(failure ?? new Error('Connection closed')));
    connection.once('end', onEnd);
    start((error) => (error ? reject(error) : resolve()));
    return promise.finally(() => connection.off('end', onEnd));
  }

  /** The message is read once the server has asked for it. */
  function chunksOf(message: Buffer): Readable {
    const chunks = function* () {
      for (let at = 0; at < message.length; at += CHUNK_BYTES)
        yield message.subarray(at, at + CHUNK_BYTES);
      isHandedOver = true;
    };
    return Readable.from(chunks(), { objectMode: false });
  }

  return {
    async open(): Promise<void> {
      await run((done) => connection.connect(done));
      const { login } = server;
      if (login && connection.allowsAuth)
        await run((done) => connection.login({ user: login.user, pass: login.password }, done));
    },
    async send({ from, to }: Envelope, message: Buffer): Promise<void> {
      isHandedOver = false;
      const size = message.length;
      await run((done) => connection.send({ from, to, size }, chunksOf(message), done));
    },
    /** After a refusal, for the next mail. */
    reset: () => run((done) => connection.reset(done)),
    /** Whether the server had all of the latest message, so that it may have accepted it. */
    isHandedOver: () => isHandedOver,
    isOpen: () => !connection.destroyed,
    /** The reason for which the running call fails. */
    abort(reason: Error): void {
      failure ??= reason;
      connection.close();
    },
    quit(): void {
      if (!connection.destroyed) connection.quit();
      connection.close();
    },
  };
}

export type Session = ReturnType<typeof createSession>;
