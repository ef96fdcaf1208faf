import type { CodeChange, CodeItem, CodePlan, PlanCode } from '@flagstaff/contract/code'
import type { ImportFinding } from '@flagstaff/contract/transfer'
import { toWire } from '@flagstaff/files/to-wire'
import { FileError } from '@flagstaff/files/wire'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { readRevision } from '../../platform/write/basis.ts'
import { listNeeded } from '../requests/index.ts'
import { FLAGS_AT_ONCE } from '../transfer/index.ts'
import { type CodePart, type FlagOfFile, isEmpty } from './parts.ts'
import { type Checking, type ProjectPlan, planProject } from './project-plan.ts'
import { listLastChanges } from './queries.ts'

/** More than this share of an owner's flags is not removed without asking. */
const MANY = 0.2

/** What files would do in all their projects, and the work that does it. */
export async function planCode(
  checking: Checking,
  body: PlanCode,
): Promise<{ answer: CodePlan; parts: CodePart[]; projects: string[] }> {
  const { read, caller } = checking
  // Read first, so that every later change is detected.
  const basis = await readRevision(read)
  const { url } = body.source ?? {}
  if (url !== undefined && !/^https?:\/\//.test(url))
    throw invalid('The address of the files must start with https:// or http://.', 'source')
  const projects = Object.keys(body.config).sort()
  const { files, errors } = readFiles(body)
  const plans: ProjectPlan[] = []
  for (const project of projects)
    plans.push(await planProject(checking, body, project, files.get(project) ?? []))
  const parts = together(plans.flatMap((plan) => plan.parts)).filter((part) => !isEmpty(part))
  const all = <T>(listOf: (plan: ProjectPlan) => readonly T[]): T[] => plans.flatMap(listOf)
  const [removed, owned] = [sum(plans, 'removed'), sum(plans, 'owned')]
  const places = all(({ project, environments }) =>
    environments.map((environment) => ({ project, environment })),
  )
  const answer: CodePlan = {
    id: ulid(),
    basis,
    items: await withChanges(
      read,
      caller.viewer,
      all(({ items }) => items),
    ),
    errors: [...errors, ...all((plan) => plan.errors)],
    warnings: all(({ warnings }) => warnings),
    permissions: all(({ permissions }) => permissions),
    requests: (await listNeeded(read, places)).map(({ project, environment }) => ({ project, environment })),
    locks: all(({ locks }) => locks),
    parts: parts.length,
    same: sum(plans, 'same'),
    used: all(({ used }) => used),
    many: removed > owned * MANY,
  }
  return { answer, parts, projects }
}

const sum = (plans: readonly ProjectPlan[], name: 'same' | 'removed' | 'owned') =>
  plans.reduce((total, plan) => total + plan[name], 0)

/** The flags of the files by project. Errors in a file do not hide those in others. */
function readFiles({ flags, config }: PlanCode) {
  const errors: ImportFinding[] = []
  const files = new Map<string, FlagOfFile[]>()
  for (const { project, path, content } of flags) {
    if (!Object.hasOwn(config, project))
      throw invalid(`The project ${project} of ${path} is not in the configuration.`, 'flags')
    try {
      const list = files.get(project) ?? []
      list.push({ path, wire: toWire(content) })
      files.set(project, list)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      errors.push({
        message: 'The following file cannot be read:',
        affectedItems: [`${path}: ${error.message}`],
      })
    }
  }
  return { files, errors }
}

/** Small projects share a transaction, so that one undo takes everything back. */
function together(parts: readonly CodePart[]): CodePart[] {
  const [first, ...rest] = parts
  if (!first || rest.length === 0 || parts.reduce((total, { flags }) => total + flags, 0) > FLAGS_AT_ONCE)
    return [...parts]
  return [
    {
      ...first,
      orders: parts.flatMap(({ orders }) => orders),
      flags: parts.reduce((total, { flags }) => total + flags, 0),
      targets: {
        flags: parts.flatMap(({ targets }) => targets.flags),
        environments: [...new Set(parts.flatMap(({ targets }) => targets.environments))],
        archived: parts.flatMap(({ targets }) => targets.archived),
      },
      claims: parts.flatMap(({ claims }) => claims),
      released: parts.flatMap(({ released }) => released),
      locks: parts.flatMap(({ locks = [] }) => locks),
    },
  ]
}

/** Adds who has changed what people decide on. */
async function withChanges(read: Reader, viewer: Viewer, items: readonly CodeItem[]): Promise<CodeItem[]> {
  const isTheirs = ({ action }: CodeItem) => action === 'drift' || action === 'conflict'
  const names = [...new Set(items.filter(isTheirs).map(({ name }) => name))]
  const changeOf = await readChanges(read, viewer, names)
  return items.map((item) => {
    const changed = isTheirs(item) ? changeOf(item.name, item.environment ?? '') : undefined
    return changed ? { ...item, changed } : item
  })
}

/** The newest change of a flag in an environment. */
export async function readChanges(read: Reader, viewer: Viewer, flags: readonly string[]) {
  const changes = await listLastChanges(read, viewer, flags)
  const byPlace = new Map(
    changes.map((change) => [JSON.stringify([change.flag, change.environment]), change]),
  )
  return (flag: string, environment: string): CodeChange | undefined => {
    const found = byPlace.get(JSON.stringify([flag, environment]))
    return found && { by: found.by, at: found.at.toISOString(), event: found.event }
  }
}
