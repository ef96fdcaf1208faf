import Type from 'typebox'
import { command } from '../../platform/commands.ts'
import { flagAged } from '../events.ts'
import { lockMismarkedFlags, turnMarks } from './queries.ts'

/** Marks flags that outlived what their type promises, and clears the mark where it no longer holds. */
export const ageFlags = command({
  name: 'flag.age',
  input: Type.Object({}),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx) {
    const flags = await lockMismarkedFlags(tx)
    if (flags.length === 0) return
    await turnMarks(
      tx,
      flags.map(({ flag }) => flag.name),
    )
    for (const { flag, isOld } of flags) if (isOld) tx.record(flagAged(flag))
  },
})
