import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type StoredMail = { readonly raw: string; isSeen: boolean };

/** Where UIDs mean the same mails as long as their validity is the same. */
type Inbox = { readonly mails: readonly StoredMail[]; uidValidity: number };

const LOGIN = { user: 'me', password: 'a secret' };

function fetchAnswer(mail: StoredMail, uid: number, asked: string): string {
  const isHeader = asked.includes('HEADER.FIELDS');
  const type = /^Content-Type:.*(\r\n[ \t].*)*/m.exec(mail.raw)?.[0] ?? '';
  const body = isHeader ? `${type}\r\n\r\n` : mail.raw;
  const section = isHeader ? 'BODY[HEADER.FIELDS (content-type)]' : 'BODY[]<0>';
  return `* ${uid} FETCH (UID ${uid} ${section} {${Buffer.byteLength(body)}}\r\n${body})\r\n`;
}

function namedIn(command: string, uids: readonly number[]): number[] {
  const [, set = '1:*'] = /UID (?:FETCH |STORE )?([\d:,*]+)/.exec(command) ?? [];
  const last = String(uids.length);
  const ranges = set.split(',').map((range) =>
    range
      .split(':')
      .map((end) => Number(end.replace('*', last)))
      .toSorted((a, b) => a - b),
  );
  return uids.filter((uid) => ranges.some(([from = 0, to = from]) => uid >= from && uid <= to));
}

/** As much of IMAP as reading an inbox needs. The UID of a mail is its place, from 1. */
function answersOf(command: string, { mails, uidValidity }: Inbox): string {
  const uids = mails.map((_mail, index) => index + 1);
  if (command.startsWith('CAPABILITY')) return '* CAPABILITY IMAP4rev1\r\n';
  if (command.startsWith('LIST')) return '* LIST () "/" INBOX\r\n';
  if (command.startsWith('SELECT'))
    return `* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY ${uidValidity}]\r\n* OK [PERMANENTFLAGS (\\Seen)]\r\n`;
  if (command.startsWith('UID SEARCH'))
    return `* SEARCH ${namedIn(command, uids)
      .filter((uid) => !mails[uid - 1]?.isSeen)
      .join(' ')}\r\n`;
  const inRange = namedIn(command, uids).map((uid) => ({
    uid,
    mail: mails[uid - 1] as StoredMail,
  }));
  if (command.startsWith('UID FETCH'))
    return inRange.map(({ mail, uid }) => fetchAnswer(mail, uid, command)).join('');
  if (command.startsWith('UID STORE')) for (const { mail } of inRange) mail.isSeen = true;
  return '';
}

/** A mailbox with these mails. */
export async function startImapServer(mails: readonly StoredMail[]) {
  const inbox: Inbox = { mails, uidValidity: 1 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('* OK ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const [tag = '', ...words] = line.split(' ');
      const command = words.join(' ');
      const isWrong = command.startsWith('LOGIN') && !command.includes(`"${LOGIN.password}"`);
      const status = isWrong ? 'NO [AUTHENTICATIONFAILED] Wrong password' : 'OK done';
      socket.write(`${answersOf(command, inbox)}${tag} ${status}\r\n`);
      if (command === 'LOGOUT') socket.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { user, password } = LOGIN;
  return {
    inbox,
    /** For IMAP_URL. */
    url: `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
