import { encodeWord } from 'nodemailer/lib/mime-funcs';

/** Mail programs would decode it. */
export const looksEncoded = (text: string) => text.includes('=?');

/** As RFC 2047 has it, in parts that fit into a line. */
export const encodeText = (line: string) => encodeWord(line, 'B', 52);
