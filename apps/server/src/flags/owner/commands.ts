import type { FlagOwner } from '@flagstaff/contract/common'
import { type OwnerReference, SetFlagOwner } from '@flagstaff/contract/people'
import Type from 'typebox'
import { findGroupName, findPerson } from '../../people/access/index.ts'
import { invalid } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { lockActiveFlag } from '../target.ts'
import { ownerUpdated } from './events.ts'
import { findOwner, replaceOwner } from './queries.ts'

export const setOwner = command({
  name: 'flag.set-owner',
  input: Type.Interface([SetFlagOwner], { project: Type.String(), flag: Type.String() }),
  permission: 'UPDATE_FEATURE',
  scope: ({ project }) => ({ project }),
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { project, owner: wanted }, flag) {
    const owner = wanted && (await acceptOwner(tx, project, wanted))
    const before = await findOwner(tx.read, flag.name)
    if (before?.type === owner?.type && before?.id === owner?.id) return before
    await replaceOwner(tx, flag.name, owner)
    tx.record(ownerUpdated(flag, before, owner))
    return before
  },
  inverse: ({ project, flag }, before): Order =>
    setOwner.with({ project, flag, owner: before && { type: before.type, id: before.id } }),
})

/** The error is the same for people who don't exist and people who can't see the project. */
async function acceptOwner(tx: Tx, project: string, { type, id }: OwnerReference): Promise<FlagOwner> {
  const name =
    type === 'user' ? (await findPerson(tx.read, project, id))?.name : await findGroupName(tx.read, id)
  if (name === undefined)
    throw invalid('The owner must be a group, or a person who can see the project.', 'owner')
  return { type, id, name }
}
