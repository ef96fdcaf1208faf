import type { Reader } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { findPasswordSwitch } from './queries.ts'

/** Whether password sign-in is turned off. An environment variable can force it to stay on. */
export const isPasswordOff = async (db: Reader, settings: Settings): Promise<boolean> =>
  !settings.sso.forcePassword && (await findPasswordSwitch(db))
