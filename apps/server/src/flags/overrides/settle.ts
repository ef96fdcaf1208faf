import { type OverrideBook, type Store, storable } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import { AppError } from '../../platform/errors.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import { system } from '../../platform/write/actor.ts'
import { run } from '../../platform/write/commands.ts'
import { recordOverride } from './commands.ts'

type Parts = Pick<Handles, 'write'> & {
  store: Store
  overrides: OverrideBook
  logger: Logger
  /** Resolves when the store has what is committed. */
  caughtUp(): Promise<void>
}

const operator = { ...system, actor: { ...system.actor, name: 'emergency override' } }

/** Makes the orders in force changes of the database, which all servers and edges follow. Then they are not needed. */
export async function settleOverrides({ write, store, overrides, logger, caughtUp }: Parts): Promise<void> {
  for (const { text: _, basis: __, ...order } of overrides.active) {
    const { id, flag, environment } = order
    const held = store.held({ kind: 'flag', environment, name: flag })
    try {
      const basis = held?.revision === undefined ? {} : { basis: held.revision }
      await write(operator, (tx) =>
        run(tx, recordOverride, { ...order, reason: storable(order.reason), ...basis }),
      )
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      logger.error({ err: error, flag, environment }, 'an override cannot be recorded, and ends')
    }
    // Before, the flag would be on for a moment.
    await caughtUp()
    overrides.end(id)
  }
}
