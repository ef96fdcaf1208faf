import { expect } from 'vitest'
import type { Db } from '../src/platform/database/database.ts'
import { patiently } from './patience.ts'

/** Resolves when all reported counts are folded: then their flags are marked as used. */
export const folded = (db: Db) =>
  expect.poll(() => db.selectFrom('usage_log').select('id').execute(), patiently).toEqual([])
