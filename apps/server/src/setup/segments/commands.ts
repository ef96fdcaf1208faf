import { isDeepStrictEqual } from 'node:util'
import { RowId } from '@flagstaff/contract/schema'
import { UpsertSegment } from '@flagstaff/contract/segments'
import Type from 'typebox'
import { ChangedMeanwhile } from '../../platform/database/failures.ts'
import { inUse, invalid, limitReached, nameTaken, noPermission, notFound } from '../../platform/errors.ts'
import { type Scope, sees } from '../../platform/write/actor.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { acceptConstraints } from '../constraints/index.ts'
import { segmentCreated, segmentDeleted, segmentUpdated } from './events.ts'
import {
  countDefaultUses,
  countSegments,
  countTemplateUses,
  findSegment,
  insertSegment,
  listForeignProjects,
  listPlannedUses,
  listRuleIds,
  lockSegment,
  removeSegment,
  replaceSegment,
} from './queries.ts'

const SegmentId = Type.Object({ id: RowId })

export const createSegment = command({
  name: 'segment.create',
  input: UpsertSegment,
  permission: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
  scope: ({ project }) => ({ project: project ?? null }),
  limit: { name: 'segments', resource: 'segments', count: countSegments },
  async run(tx, input) {
    requireGlobal(tx, 'CREATE_SEGMENT', input.project)
    const segment = await insertSegment(tx, await accept(tx, input))
    if (!segment) throw nameTaken('segment', input.name)
    tx.record(segmentCreated(segment))
    return segment
  },
  inverse: (_input, segment) => deleteSegment.with({ id: segment.id }),
})

export const updateSegment = command({
  name: 'segment.update',
  proposable: true,
  input: Type.Interface([UpsertSegment], SegmentId.properties),
  permission: ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
  scope: (input, tx) => scopeOf(tx, input),
  locks: ({ id }) => ({ changedSegments: [id] }),
  load: lockExisting,
  async run(tx, { id, ...input }, before) {
    requireGlobal(tx, 'UPDATE_SEGMENT', before.project)
    const foreign = input.project ? await listForeignProjects(tx, id, input.project) : []
    if (foreign.length > 0) {
      const names = foreign.filter((project) => sees(tx.caller.viewer, project))
      const which = names.length > 0 ? `: ${names.join(', ')}` : ''
      throw invalid(`The segment is used in other projects too${which}. Remove it there first.`)
    }
    const segment = await replaceSegment(tx, id, await accept(tx, input, before))
    if (!segment) throw nameTaken('segment', input.name)
    const isRedefined = !isDeepStrictEqual(before.constraints, segment.constraints)
    tx.record(segmentUpdated(before, segment, isRedefined ? await listPlannedUses(tx, id) : []))
    return segment
  },
  inverse: ({ id }, _result, before): Order =>
    updateSegment.with({
      id,
      name: before.name,
      description: before.description ?? null,
      project: before.project ?? null,
      constraints: before.constraints,
    }),
})

export const deleteSegment = command({
  name: 'segment.delete',
  proposable: true,
  input: SegmentId,
  permission: ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
  scope: (input, tx) => scopeOf(tx, input),
  locks: ({ id }) => ({ changedSegments: [id] }),
  load: lockExisting,
  async run(tx, { id }, segment) {
    requireGlobal(tx, 'DELETE_SEGMENT', segment.project)
    const rules = await listRuleIds(tx, id)
    if (rules.length > 0) throw inUse('segment', segment.name, `${rules.length} rules`)
    const defaults = await countDefaultUses(tx, id)
    if (defaults > 0) throw inUse('segment', segment.name, `${defaults} default strategies of projects`)
    const templates = await countTemplateUses(tx, id)
    if (templates > 0) throw inUse('segment', segment.name, `${templates} release templates or plans`)
    await removeSegment(tx, id)
    tx.record(segmentDeleted(segment))
  },
})

type GlobalPermission = 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT'

/** In a root role, the permission for segments of projects is for those of all projects, not for global ones. */
function requireGlobal({ caller }: Tx, permission: GlobalPermission, project: string | null | undefined) {
  if (project == null && !caller.may(permission, { project: null })) throw noPermission([permission])
}

/** Permissions are checked for the stored project of the segment, never for one in the request. */
async function scopeOf(tx: Tx, { id }: { id: number }): Promise<Scope> {
  const segment = await findSegment(tx.read, tx.caller.viewer, id)
  if (!segment) throw notFound('segment', id)
  return { project: segment.project ?? null }
}

async function lockExisting(tx: Tx, { id }: { id: number }, scope: Scope) {
  const segment = await lockSegment(tx, id)
  if (!segment) throw notFound('segment', id)
  if ((segment.project ?? null) !== scope.project) throw new ChangedMeanwhile('the project of the segment')
  return segment
}

async function accept(tx: Tx, input: UpsertSegment, before?: UpsertSegment): Promise<UpsertSegment> {
  if (input.name.trim() === '') throw invalid('A segment needs a name.', 'name')
  const constraints = await acceptConstraints(tx.read, input.constraints, tx.limits, before?.constraints)
  const values = (list: UpsertSegment['constraints']) =>
    list.reduce((sum, one) => sum + (one.values?.length ?? 0), 0)
  if (values(constraints) > Math.max(tx.limits.segmentValues, values(before?.constraints ?? []))) {
    throw limitReached('values in a segment', tx.limits.segmentValues)
  }
  return { ...input, constraints }
}
