import { readConfig } from '@longhand/api/config';
import pino from 'pino';
import { prepareServer } from '../server/prepare.ts';
import { serve } from '../server/serve.ts';

/** The product with an unbuffered log, for comparison. */
const config = readConfig(process.env);
const logger = pino({ level: config.logLevel, base: null }, process.stdout);
await prepareServer('all', config, logger);
await serve('all', config, logger);
