import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAnswer,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@longhand/contract/second-factor';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** Major type and a length or number below 65,536. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/** What an attacker, or a strange authenticator, does differently. */
type Differences = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isUserVerified?: boolean;
  counter?: number;
};

/** A passkey made with node:crypto, without the library that the server uses. */
export function createAuthenticator(site: string) {
  const { hostname, origin } = new URL(site);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' };
  let counter = 0;

  function clientData(type: string, challenge: string, differences: Differences): Buffer {
    const { origin: usedOn = origin, challenge: answered = challenge } = differences;
    const data = { type: differences.type ?? type, challenge: answered, origin: usedOn };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  function authenticatorData(differences: Differences, credentialData = Buffer.alloc(0)): Buffer {
    const { rpId = hostname, isUserVerified = true } = differences;
    const verified = isUserVerified ? USER_VERIFIED : 0;
    const attested = credentialData.length > 0 ? HAS_CREDENTIAL : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(differences.counter ?? counter);
    const flags = Buffer.from([USER_PRESENT | verified | attested]);
    return Buffer.concat([sha256(rpId), flags, count, credentialData]);
  }

  return {
    credential,

    /** From then on it counts its uses, like a security key. */
    startCounting(from: number): void {
      counter = from;
    },

    register(
      { challenge }: Pick<PasskeyCreationOptions, 'challenge'>,
      differences: Differences = {},
    ): PasskeyRegistration {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coordinate = (text: string) => Buffer.from(text, 'base64url');
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinate(x)],
          [-3, coordinate(y)],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const credentialData = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(differences, credentialData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, differences)),
          attestationObject: base64url(cbor(attestation)),
        },
      };
    },

    answer(
      { challenge }: Pick<PasskeyRequestOptions, 'challenge'>,
      differences: Differences = {},
    ): PasskeyAnswer {
      if (counter > 0) counter += 1;
      const data = authenticatorData(differences);
      const client = clientData('webauthn.get', challenge, differences);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 6238, without the library that the server uses. */
export function totpCode(secret: string, time: Date, steps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / 30_000) + steps));
  const hmac = createHmac('sha1', key).update(counter).digest();
  const offset = (hmac.at(-1) ?? 0) & 15;
  return String((hmac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
