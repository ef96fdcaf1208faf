import type { Env, Prepare } from './prepare.ts'

/** On a busy machine, the listener can fall behind the database for some seconds. */
export const env: Env = { CHECK_DB_ON_READY: 'false' }

export const prepare: Prepare = async () => ({})
