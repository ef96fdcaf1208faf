import { CloneEnvironment } from '@flagstaff/contract/environments'
import Type from 'typebox'
import { copyEnvironmentGrants } from '../../../people/access/index.ts'
import { AppError, invalid, nameTaken, notFound } from '../../../platform/errors.ts'
import { ulid } from '../../../platform/ulid.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Touch, Tx } from '../../../platform/write/write.ts'
import { environmentCloned } from '../events.ts'
import { countEnvironments, insertEnvironment, lockEnvironment } from '../queries.ts'
import { deleteEnvironment } from '../removal/commands.ts'
import { listUsedSegments } from '../removal/queries.ts'
import { checkEnvironmentName, checkEnvironmentType } from '../rules.ts'
import {
  type Copy,
  copyFlagStates,
  copyProjectEnvironments,
  copyRules,
  listConfiguredFlags,
  listRuleIds,
  lockProjects,
} from './queries.ts'

export const cloneEnvironment = command({
  name: 'environment.clone',
  input: Type.Interface([CloneEnvironment], { source: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  limit: { name: 'environments', resource: 'environments', count: countEnvironments },
  async load(tx, { source, projects = [] }) {
    const held = await holdProjects(tx, [...new Set(projects)])
    const environment = await lockEnvironment(tx, source)
    if (!environment) throw notFound('environment', source)
    return { ...environment, projects: held }
  },
  async run(tx, { source, name, type, clonePermissions = true }, { projects, ...original }) {
    checkEnvironmentName(name)
    checkEnvironmentType(type)
    const environment = await insertEnvironment(tx, { ...original, name, type, enabled: true })
    if (!environment) throw nameTaken('environment', name)
    if (clonePermissions) await copyEnvironmentGrants(tx, source, name)
    const touches = await copyConfiguration(tx, { from: source, to: name, projects })
    tx.record(environmentCloned(environment, { clonedFrom: source, projects }, touches))
    return environment
  },
  inverse: ({ name }): Order => deleteEnvironment.with({ name }),
})

async function holdProjects(tx: Tx, names: string[]): Promise<string[]> {
  const projects = await lockProjects(tx, names)
  const archived = projects.find((project) => project.archived_at)
  if (archived) throw new AppError('archivedProject', { name: archived.id })
  const held = projects.map((project) => project.id)
  const unknown = names.find((name) => !held.includes(name))
  if (unknown !== undefined) throw invalid(`The project ${unknown} does not exist.`, 'projects')
  return held
}

async function copyConfiguration(tx: Tx, copy: Copy): Promise<Touch[]> {
  if (copy.projects.length === 0) return []
  await copyProjectEnvironments(tx, copy)
  await copyFlagStates(tx, copy)
  const rules = await listRuleIds(tx, copy)
  // Sorted ids, so that copied rules with the same sort order keep their order.
  const copies = rules.map(() => ulid()).sort()
  await copyRules(tx, copy.to, rules, copies)
  const flags = await listConfiguredFlags(tx, copy.to)
  const segments = await listUsedSegments(tx, copy.to)
  return [
    ...segments.map((id): Touch => ({ kind: 'segment', name: String(id) })),
    ...flags.map((name): Touch => ({ kind: 'flag', name, environment: copy.to })),
  ]
}
