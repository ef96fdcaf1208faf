import { UpdateFeatureTypeLifetime } from '@flagstaff/contract/flag-types'
import Type from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { NewEvent } from '../../platform/write/write.ts'
import { lockFlagType, replaceLifetime } from './queries.ts'

/** Sets the expected lifetime of flags of a type; null or 0 means unlimited. */
export const setLifetime = command({
  name: 'flagType.setLifetime',
  input: Type.Interface([UpdateFeatureTypeLifetime], { id: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  async load(tx, { id }) {
    const type = await lockFlagType(tx, id)
    if (!type) throw notFound('flag type', id)
    return type
  },
  async run(tx, { id, lifetimeDays }, before) {
    const days = lifetimeDays || null
    if (days === before.lifetimeDays) return before
    const type = await replaceLifetime(tx, id, days)
    tx.record({ type: 'feature-type-updated', data: type, preData: before } satisfies NewEvent)
    return type
  },
  inverse: ({ id }, _result, { lifetimeDays }): Order => setLifetime.with({ id, lifetimeDays }),
})
