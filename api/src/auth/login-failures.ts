import type { ProblemCode } from '@longhand/contract/problems';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { addressForLog } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';

/** Read by docs/fail2ban/longhand.conf. */
const MESSAGES: Readonly<Partial<Record<ProblemCode, string>>> = {
  'invalid-credentials': 'login failed',
  'too-many-requests': 'login refused',
};

/** Without the name: people type passwords into the wrong field. */
export function createLoginFailureLog(access: Config['logLoginFailures']) {
  return ({ ip, log }: FastifyRequest, error: unknown): void => {
    const message = error instanceof ProblemError ? MESSAGES[error.code] : undefined;
    if (message && access !== 'off') log.warn({ address: addressForLog(ip, access) }, message);
  };
}

export type LogLoginFailure = ReturnType<typeof createLoginFailureLog>;
