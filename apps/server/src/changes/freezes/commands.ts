import { type Freeze, MOST_FREEZES, UpsertFreeze } from '@flagstaff/contract/freezes'
import { isTimeZone } from '@flagstaff/rules/freezes'
import Type from 'typebox'
import { invalid, limitReached, notFound } from '../../platform/errors.ts'
import { sees } from '../../platform/write/actor.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { lockCount } from '../../platform/write/locks.ts'
import type { Tx } from '../../platform/write/write.ts'
import { freezeEvent } from './events.ts'
import {
  countFreezes,
  findFreeze,
  insertFreeze,
  listUnknown,
  lockFreeze,
  removeFreeze,
  replaceFreeze,
} from './queries.ts'

const FreezeId = Type.Object({ id: Type.Integer() })

/** In all projects only administrators can; in one project those who decide about its reviews. */
const permission = ['ADMIN', 'PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'] as const

const scopeOf = async (tx: Tx, id: number) => ({
  project: requireSeen(tx, await findFreeze(tx.read, id), id).project,
})

const lockSeen = async (tx: Tx, { id }: { id: number }) => requireSeen(tx, await lockFreeze(tx, id), id)

function requireSeen(tx: Tx, freeze: Freeze | undefined, id: number): Freeze {
  if (!freeze || !sees(tx.caller.viewer, freeze.project)) throw notFound('freeze', id)
  return freeze
}

export const createFreeze = command({
  name: 'freeze.create',
  input: UpsertFreeze,
  permission,
  scope: ({ project }) => ({ project }),
  async run(tx, input) {
    await lockCount(tx, 'freezes')
    if ((await countFreezes(tx)) >= MOST_FREEZES) throw limitReached('freezes', MOST_FREEZES)
    const freeze = await insertFreeze(tx, await accept(tx, input))
    tx.record(freezeEvent('freeze-created', freeze.project, undefined, freeze))
    return freeze
  },
  inverse: (_input, { id }): Order => deleteFreeze.with({ id }),
})

export const updateFreeze = command({
  name: 'freeze.update',
  input: Type.Interface([UpsertFreeze], FreezeId.properties),
  permission,
  scope: ({ id }, tx) => scopeOf(tx, id),
  load: lockSeen,
  async run(tx, { id, ...input }, before) {
    if (input.project !== before.project)
      throw invalid('The project of a freeze cannot be changed. Create another freeze.', '/project')
    const after = await replaceFreeze(tx, id, await accept(tx, input))
    tx.record(freezeEvent('freeze-updated', before.project, before, after))
    return after
  },
  inverse: ({ id }, _result, before): Order => updateFreeze.with({ id, ...inputOf(before) }),
})

export const deleteFreeze = command({
  name: 'freeze.delete',
  input: FreezeId,
  permission,
  scope: ({ id }, tx) => scopeOf(tx, id),
  load: lockSeen,
  async run(tx, { id }, before) {
    await removeFreeze(tx, id)
    tx.record(freezeEvent('freeze-deleted', before.project, before, undefined))
  },
  inverse: (_input, _result, before): Order => createFreeze.with(inputOf(before)),
})

const inputOf = ({ name, reason, project, environments, startsAt, endsAt, weekly, breakGlass }: Freeze) => ({
  name,
  reason,
  project,
  environments,
  startsAt,
  endsAt,
  weekly,
  breakGlass,
})

async function accept(tx: Tx, input: UpsertFreeze): Promise<UpsertFreeze> {
  const { startsAt, endsAt, weekly } = input
  if (!weekly && (startsAt === null || endsAt === null))
    throw invalid('Give a start and an end, or times of the week.', '/startsAt')
  for (const [path, text] of Object.entries({ '/startsAt': startsAt, '/endsAt': endsAt }))
    if (text !== null && Number.isNaN(Date.parse(text))) throw invalid('This time does not exist.', path)
  if (startsAt !== null && endsAt !== null && new Date(endsAt) <= new Date(startsAt))
    throw invalid('The end must be after the start.', '/endsAt')
  if (weekly && !isTimeZone(weekly.timeZone))
    throw invalid(
      `The time zone ${weekly.timeZone} is not known. Use a name such as Europe/Berlin.`,
      '/weekly',
    )
  const [unknown] = await listUnknown(tx, input.environments)
  if (unknown !== undefined) throw notFound('environment', unknown)
  return { ...input, name: input.name.trim(), environments: [...new Set(input.environments)] }
}
