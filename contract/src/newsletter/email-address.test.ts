import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailKey } from './email-address.ts';

test('the domain of an address is compared without case, as mail servers know it', () => {
  for (const [email, key] of [
    ['tom@example.com', 'tom@example.com'],
    ['Tom@EXAMPLE.com', 'Tom@example.com'],
    ["o'hara+news@mail.example.co.uk", "o'hara+news@mail.example.co.uk"],
    ['tom@Bücher.example', 'tom@xn--bcher-kva.example'],
    ['tom@xn--bcher-kva.example', 'tom@xn--bcher-kva.example'],
    ['tom@例え.テスト', 'tom@xn--r8jz45g.xn--zckzah'],
    ['jürgen@example.com', 'jürgen@example.com'],
    ['=cmd@example.com', '=cmd@example.com'],
    ['a@1.example', 'a@1.example'],
  ])
    expect([email, emailKey(email as string)]).toEqual([email, key]);
});

test('what mail cannot be sent to is no address', () => {
  for (const email of [
    ...['', '@', 'tom', 'tom@', '@example.com', 'tom@localhost', 'tom@example', 'tom@@example.com'],
    ...['tom @example.com', 'tom@exa mple.com', '.tom@example.com', 'tom.@example.com'],
    ...['t..om@example.com', 'tom@.example.com', 'tom@example..com', 'tom@example.com.'],
    ...['tom@-example.com', 'tom@example-.com', 'tom@127.0.0.1', 'tom@[127.0.0.1]', 'tom@1.2'],
    ...[
      'tom@example.com\r\nBcc: eve@example.com',
      'tom\u0000@example.com',
      'tom@example.com,a@b.c',
    ],
    ...['<tom@example.com>', 'Tom <tom@example.com>', '"tom"@example.com'],
    ...['tom@exa%6dple.com', 'tom@example.com:25', 'tom@example.com/x', 'tom\u202e@example.com'],
    ...[`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.example`],
    `tom@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`,
  ])
    expect([email, emailKey(email)]).toEqual([email, null]);
});

test('a key has no sign that a header or an envelope gives a meaning, and stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('example.com', 'BÜCHER.example', 'a\u00adb.example'),
      (local, domain) => {
        const key = emailKey(`${local}@${domain}`);
        if (key === null) return;
        expect(key).not.toMatch(/[\s\p{C}<>()[\]:;,"\\]/u);
        expect(emailKey(key)).toBe(key);
      },
    ),
  );
});
