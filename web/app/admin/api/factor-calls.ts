import type {
  AddedPasskey,
  Confirmation,
  PasskeyCreationOptions,
  PasskeyRegistration,
  TotpSetup,
} from '@longhand/contract/second-factor';
import { request } from './request.ts';

type MadeCodes = { readonly recovery_codes: string[] | null };

const post = <Result>(path: string, body: object) =>
  request<Result>('POST', `/admin${path}`, { body });

export const factorCalls = {
  beginTotp: (proof: Confirmation) => post<TotpSetup>('/totp', proof),
  confirmTotp: async (code: string) =>
    (await post<MadeCodes>('/totp/confirm', { code })).recovery_codes,
  removeTotp: (proof: Confirmation) => post<undefined>('/totp/remove', proof),
  beginPasskey: (proof: Confirmation) => post<PasskeyCreationOptions>('/passkeys/options', proof),
  addPasskey: async (name: string, response: PasskeyRegistration) =>
    (await post<AddedPasskey>('/passkeys', { name, response })).recovery_codes,
  removePasskey: (id: string, proof: Confirmation) =>
    post<undefined>(`/passkeys/${id}/remove`, proof),
  renewRecoveryCodes: async (proof: Confirmation) =>
    (await post<MadeCodes>('/recovery-codes', proof)).recovery_codes,
};
