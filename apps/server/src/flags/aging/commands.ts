import Type from 'typebox'
import { command } from '../../platform/write/commands.ts'
import { flagAged } from '../events.ts'
import { lockMismarkedFlags, turnMarks } from './queries.ts'

/** Marks flags that exceed the lifetime of their type as potentially stale, and clears outdated marks. */
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
