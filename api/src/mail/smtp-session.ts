import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { LoginServer } from '../config/mail-settings.ts';
import { isLoopback, isPrivateHost } from '../private-hosts.ts';

type Done = (error?: Error | null) => void;

const CONNECT_MS = 20_000;
const SILENCE_MS = 60_000;
const CHUNK_BYTES = 16_384;
const CONNECTION_CLOSING_CODE = 421;

export function optionsOf({ host, port, secure, login }: LoginServer) {
  return {
    host,
    port,
    secure,
    // A password does not go unencrypted through the internet, even if somebody hides STARTTLS.
    requireTLS: login !== undefined && !secure && !isPrivateHost(host),
    // Mail servers on the same machine usually have a certificate that nobody has signed.
    tls: { rejectUnauthorized: !isLoopback(host) },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  };
}

/**
 * When the server answers pipelined commands and ends the connection, nodemailer names the command in the
 * error for all but `RCPT TO`.
 */
function withCommand(error: NodemailerError): NodemailerError {
  const isUnnamed = error.command === 'CONN' && error.responseCode === CONNECTION_CLOSING_CODE;
  return isUnnamed ? Object.assign(error, { command: 'RCPT TO' }) : error;
}

/** A connection to the mail server, which ends with its first error. */
export function createSession(server: LoginServer) {
  const connection = new SMTPConnection(optionsOf(server));
  let failure: Error | undefined;
  let opening: Promise<void> | undefined;
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

  async function connectAndLogIn(): Promise<void> {
    await run((done) => connection.connect(done));
    const { login } = server;
    if (login && connection.allowsAuth)
      await run((done) => connection.login({ user: login.user, pass: login.password }, done));
  }

  /** The chunks are read only after the server has asked for the message. */
  function* chunksOf(message: Buffer) {
    for (let at = 0; at < message.length; at += CHUNK_BYTES) {
      isHandedOver = at + CHUNK_BYTES >= message.length;
      yield message.subarray(at, at + CHUNK_BYTES);
    }
  }

  function close(): void {
    if (connection.stage === 'connected' && !connection.destroyed) connection.quit();
    connection.close();
  }

  async function open(): Promise<void> {
    try {
      await connectAndLogIn();
    } catch (error) {
      close();
      throw error;
    }
  }

  return {
    open: () => (opening ??= open()),
    async send(envelope: { from: string; to: string }, message: Buffer): Promise<void> {
      isHandedOver = false;
      const body = Readable.from(chunksOf(message), { objectMode: false });
      const size = message.length;
      await run((done) => connection.send({ ...envelope, size }, body, done)).catch((error) => {
        throw withCommand(error);
      });
    },
    /** Needed after a refusal, before the next mail. */
    reset: () => run((done) => connection.reset(done)),
    /** Whether the server had all of the latest message, so that it may have accepted it. */
    isHandedOver: () => isHandedOver,
    isOpen: () => !connection.destroyed,
    offersLogin: () => connection.allowsAuth,
    expire(): void {
      failure ??= Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
      connection.close();
    },
    close,
  };
}

export type Session = ReturnType<typeof createSession>;
