import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async () => ({})
