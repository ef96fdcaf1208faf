import type { CodeItem, CodeLock, PlanCode } from '@flagstaff/contract/code'
import { codeLimits } from '@flagstaff/contract/code-files'
import type { Limits } from '@flagstaff/contract/limits'
import type { ImportFinding } from '@flagstaff/contract/transfer'
import { archiveFlags } from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { listRequestStates } from '../requests/index.ts'
import {
  type FileFlag,
  findingsOf,
  isChanged,
  listSegments,
  makePlan,
  type Part,
  type PlanRequest,
  partsOf,
  readDestination,
} from '../transfer/index.ts'
import { newClaims } from './claims.ts'
import { type FieldPlan, planFlag, type Setting } from './flag-plan.ts'
import { itemsOf } from './items.ts'
import type { ClaimKey, CodePart, FlagOfFile, NewClaim } from './parts.ts'
import { type Claim, isLocked, listClaims } from './queries.ts'
import { archivedItems, planRemoval, removalItems } from './removal.ts'

export type Checking = { read: Reader; caller: Caller; limits: Limits }

export type ProjectPlan = {
  project: string
  items: CodeItem[]
  errors: ImportFinding[]
  warnings: ImportFinding[]
  permissions: ImportFinding[]
  parts: CodePart[]
  locks: CodeLock[]
  /** Places in which something changes. */
  environments: string[]
  same: number
  used: string[]
  removed: number
  owned: number
}

/** What the files of one project would do. */
export async function planProject(
  { read, caller, limits }: Checking,
  body: PlanCode,
  project: string,
  files: readonly FlagOfFile[],
): Promise<ProjectPlan> {
  const claims = await listClaims(read, caller.viewer, { project })
  const { setting, request } = await readSetting({ read, caller }, body, project, files, claims)
  const { destination } = setting
  const planned = files.map(({ path, wire }) => {
    const isThere = destination.flags.has(wire.name) || !destination.holders.has(wire.name)
    return {
      path,
      name: wire.name,
      isThere,
      ...planFlag(setting, isThere ? wire : { ...wire, environments: [] }),
    }
  })
  const there = planned.filter(({ isThere }) => isThere)
  const plan = makePlan(
    request,
    destination,
    planned.map(({ file }) => file),
  )
  const removal = await planRemoval(read, body, project, claims, files)
  const fields = there.flatMap(({ path, name, fields: list }) => list.map((field) => ({ path, name, field })))
  const findings = findingsOf(plan, repeated(planned.map(({ name }) => name)), caller, limits)
  const changed = plan.flags.filter(isChanged)
  const released = claims
    .filter(({ owner }) => owner === body.owner)
    .filter(isReleasedBy(there, removal.names))
  const work = {
    claims: fields.flatMap(({ path, name, field }) => newClaims(body, { project, path, flag: name }, field)),
    released: released.map(keyOf),
  }
  const locks = await changedLocks(read, body, project)
  return {
    project,
    items: [
      ...there.flatMap(({ path, name, fields: list }) => itemsOf({ project, path, name }, list, destination)),
      ...archivedItems(project, planned, claims),
      ...removalItems(project, removal),
    ],
    errors: [
      ...findings.errors,
      ...conflictErrors(fields),
      ...(body.take ? [] : ownerErrors(body.owner, fields)),
    ],
    warnings: findings.warnings,
    permissions: [
      ...findings.permissions,
      ...(removal.archived.length > 0 && !caller.may('DELETE_FEATURE', { project })
        ? [
            {
              message: 'Archiving flags needs a permission that you do not have:',
              affectedItems: ['DELETE_FEATURE'],
            },
          ]
        : []),
    ],
    parts: toParts(body, project, partsOf(plan), {
      ...work,
      locks,
      archived: removal.archived.map(({ flag }) => flag),
    }),
    locks,
    environments: [
      ...new Set(changed.flatMap(({ environments }) => environments.map(({ environment }) => environment))),
    ],
    same: there.length - new Set(changed.map(({ file }) => file.name)).size,
    used: removal.archived.filter(({ isUsed }) => isUsed).map(({ flag }) => flag),
    removed: removal.archived.length + removal.released.length,
    owned: new Set(claims.filter(({ owner }) => owner === body.owner).map(({ flag }) => flag)).size,
  }
}

const repeated = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)].flatMap(([name, list]) => (list.length > 1 ? [name] : []))

async function readSetting(
  { read, caller }: Pick<Checking, 'read' | 'caller'>,
  body: PlanCode,
  project: string,
  files: readonly FlagOfFile[],
  claims: readonly Claim[],
): Promise<{ setting: Setting; request: PlanRequest }> {
  const states = files.flatMap(({ wire }) => wire.environments)
  const used = [...new Set(states.flatMap(({ rules = [] }) => rules.flatMap(({ segments }) => segments)))]
  const environments = [...new Set(states.map(({ environment }) => environment))]
  if (environments.length > codeLimits.environments)
    throw invalid(`The files name more than ${codeLimits.environments} environments.`, 'flags')
  const request: PlanRequest = {
    project,
    environments,
    data: { tagTypes: [], segments: used.map((name, index) => ({ id: index, name })) },
    isManaged: true,
  }
  const destination = await readDestination(read, caller.viewer, request, files.map(asFile))
  const present = [...destination.flags.values()].flatMap(({ environments }) => environments)
  const ids = [...new Set(present.flatMap(({ rules }) => rules.flatMap(({ segments }) => segments)))]
  const segments = [...destination.segments.values(), ...(await listSegments(read, ids))]
  const requests = await listRequestStates(
    read,
    claims.flatMap(({ request: id }) => id ?? []),
  )
  const byKey = new Map(claims.map((claim) => [keyText(claim), claim]))
  const setting: Setting = {
    config: body.config[project] ?? {},
    destination,
    segmentIds: new Map([...destination.segments.values()].map(({ id, name }) => [name, id])),
    segmentNames: new Map(segments.map(({ id, name }) => [id, name])),
    claimOf: (flag, environment, field) => byKey.get(keyText({ flag, environment, field })),
    outcomeOf: (id) => {
      const state = requests.get(id)
      if (state === undefined || state === 'Applied') return 'applied'
      return state === 'Rejected' || state === 'Cancelled' ? 'refused' : 'open'
    },
    overwrite: new Set(body.overwrite ?? []),
  }
  return { setting, request }
}

const keyText = ({ flag, environment, field }: Pick<Claim, 'flag' | 'environment' | 'field'>) =>
  JSON.stringify([flag, environment, field])
const keyOf = ({ project, flag, environment, field }: Claim): ClaimKey => ({
  project,
  flag,
  environment,
  field,
})

/** What the destination has to know about, before it is decided what is written. */
const asFile = ({ wire }: FlagOfFile): FileFlag => ({
  name: wire.name,
  type: wire.type ?? 'release',
  description: null,
  impressionData: false,
  stale: false,
  value: undefined,
  tags: wire.tags ?? [],
  links: undefined,
  dependencies: wire.dependencies ?? [],
  states: wire.environments.map(({ environment, rules = [] }) => ({
    environment,
    enabled: false,
    variants: [],
    rules,
  })),
})

/** Claims of fields that the files no longer mention, or of flags that have no file. */
function isReleasedBy(
  planned: readonly { name: string; fields: readonly FieldPlan[] }[],
  removed: ReadonlySet<string>,
) {
  const mentioned = new Set(
    planned.flatMap(({ name, fields }) =>
      fields
        .filter(({ isClaimed }) => isClaimed)
        .map(({ environment, field }) => keyText({ flag: name, environment, field })),
    ),
  )
  const names = new Set(planned.map(({ name }) => name))
  return (claim: Claim) => (names.has(claim.flag) ? !mentioned.has(keyText(claim)) : removed.has(claim.flag))
}

type NamedField = { path: string; name: string; field: FieldPlan }

function conflictErrors(fields: readonly NamedField[]): ImportFinding[] {
  const conflicts = fields.filter(({ field }) => field.decision === 'conflict')
  if (conflicts.length === 0) return []
  return [
    {
      message: 'The following fields were changed both in the files and by people:',
      affectedItems: conflicts.map(whereIs),
    },
  ]
}

function ownerErrors(owner: string, fields: readonly NamedField[]): ImportFinding[] {
  const taken = fields.filter(
    ({ field: { claim, isClaimed } }) => isClaimed && claim && claim.owner !== owner,
  )
  if (taken.length === 0) return []
  return [
    {
      message: 'The following fields are managed by another owner:',
      affectedItems: taken.map((one) => `${whereIs(one)}: ${one.field.claim?.owner}`),
    },
  ]
}

const whereIs = ({ name, field: { environment, field } }: NamedField) =>
  [name, environment, field].filter(Boolean).join(' ')

async function changedLocks(read: Reader, { owner, config }: PlanCode, project: string): Promise<CodeLock[]> {
  const locked = config[project]?.lock ?? false
  return locked === (await isLocked(read, owner, project)) ? [] : [{ project, locked }]
}

type Work = { claims: NewClaim[]; released: ClaimKey[]; locks: CodeLock[]; archived: string[] }

/** Adds to the orders what belongs to files only. Claims are stored with the orders of their flag. */
function toParts(body: PlanCode, project: string, parts: readonly Part[], work: Work): CodePart[] {
  const last = parts.length - 1
  const places = new Map(parts.flatMap(({ targets }, index) => targets.flags.map((flag) => [flag, index])))
  const claims = Map.groupBy(work.claims, ({ flag }) => places.get(flag) ?? last)
  return parts.map(({ orders, flags, targets }, index) => {
    const archived = index === last ? work.archived : []
    return {
      orders: [...orders, ...(archived.length > 0 ? [archiveFlags.with({ project, flags: archived })] : [])],
      flags: flags + archived.length,
      targets: { flags: targets.flags, environments: environmentsIn(body), archived },
      claims: claims.get(index) ?? [],
      released: index === last ? work.released : [],
      locks: index === last ? work.locks : [],
      take: body.take ?? false,
      source: { commit: body.source?.commit ?? null, url: body.source?.url ?? null },
    }
  })
}

const environmentsIn = ({ flags }: PlanCode): string[] => [
  ...new Set(flags.flatMap(({ content }) => Object.keys(content.environments ?? {}))),
]
