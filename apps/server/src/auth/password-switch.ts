import type { Reader } from '../platform/database.ts'
import type { Settings } from '../platform/settings.ts'
import { findPasswordSwitch } from './queries.ts'

/** Whether nobody can sign in with a password. The environment can keep that way open whatever was switched. */
export const isPasswordOff = async (db: Reader, settings: Settings): Promise<boolean> =>
  !settings.sso.forcePassword && (await findPasswordSwitch(db))
