import { readConfig } from '@longhand/api/config';
import pino from 'pino';
import { prepareServer } from '../server/prepare.ts';
import { serve } from '../server/serve.ts';

/** The product, for comparison, with a log that Node writes by itself, a line at a time. */
const config = readConfig(process.env);
const logger = pino({ level: config.logLevel, base: null }, process.stdout);
await prepareServer('all', config, logger);
await serve('all', config, logger);
