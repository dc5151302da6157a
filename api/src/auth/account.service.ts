import { type Account, type AccountInput, editorView } from '@longhand/contract/account';
import type { Config } from '../config/config.ts';
import { deleteSetting, findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { SOFTWARE } from '../software-version.ts';
import { readSecondFactor } from './factors.repository.ts';

const EDITOR_VIEW = 'editor_view';

export function createAccountService(db: Database, admin: Config['admin']) {
  async function readEditorView(): Promise<Account['editor_view']> {
    return editorView
      .nullable()
      .catch(null)
      .parse((await findSetting(db, EDITOR_VIEW)) ?? null);
  }

  async function read(): Promise<Account> {
    return {
      username: admin.username,
      password_locked_by: admin.password === undefined ? null : admin.passwordFrom,
      editor_view: await readEditorView(),
      second_factor: await readSecondFactor(db),
      software: SOFTWARE,
    };
  }

  return {
    read,
    readEditorView,

    async update({ editor_view: view }: AccountInput): Promise<Account> {
      if (view) await setSetting(db, EDITOR_VIEW, view);
      if (view === null) await deleteSetting(db, EDITOR_VIEW);
      return read();
    },
  };
}

export type AccountService = ReturnType<typeof createAccountService>;
