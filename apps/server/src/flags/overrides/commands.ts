import Type from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { authorise } from '../../platform/write/authority.ts'
import { command, run } from '../../platform/write/commands.ts'
import { about } from '../events.ts'
import { whereIs } from '../queries.ts'
import { findSwitch } from '../rules/queries.ts'
import { disableFlags } from '../switch/commands.ts'
import { lockActiveFlag } from '../target.ts'
import { findPublished, insertOverride } from './queries.ts'

/**
 * Turns off what a signed order has turned off already on some servers. Only the operator has the key that signs
 * orders, so this needs no review. False if another server did it, or if someone has changed the flag since.
 */
export const recordOverride = command({
  name: 'flag.override',
  input: Type.Object({
    id: Type.String(),
    flag: Type.String(),
    environment: Type.String(),
    reason: Type.String(),
    at: Type.String(),
    /** The revision of the flag that was overridden. */
    basis: Type.Optional(Type.Integer()),
  }),
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  allowedWhen: ['maintenance'],
  async scope({ flag, environment }, tx) {
    const place = await whereIs(tx.read, flag)
    if (!place) throw notFound('flag', flag)
    return { project: place.project, environment }
  },
  locks: ({ flag }) => ({ flags: [flag] }),
  load: (tx, { flag }, { project }) => lockActiveFlag(tx, { project: project ?? '', flag }),
  async run(tx, order, flag) {
    const { environment, basis } = order
    const { project, name } = flag
    if (!(await insertOverride(tx, order))) return false
    const published = await findPublished(tx, name, environment)
    const state = await findSwitch(tx.read, { flag: name, environment })
    if (!state?.enabled || (basis !== undefined && published !== basis)) return false
    authorise(tx, { kind: 'operator', places: [{ project, environment }] })
    const { id, reason, at } = order
    tx.record({ type: 'feature-overridden', ...about(flag), environment, data: { id, reason, signedAt: at } })
    await run(tx, disableFlags, { project, environment, flags: [name] })
    return true
  },
})
