import type { Limits } from '@flagstaff/contract/limits'
import type { ImportProgress, ImportToggles, ImportValidation } from '@flagstaff/contract/transfer'
import type { Reader } from '../../platform/database/database.ts'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { AppError, noPermission } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { readRevision } from '../../platform/write/basis.ts'
import type { importPart } from './commands.ts'
import { readDestination } from './destination.ts'
import { readFile } from './document.ts'
import { findingsOf } from './findings.ts'
import { type Part, partsOf } from './orders.ts'
import { makePlan, type Plan } from './plan.ts'
import { findReviews } from './review-queries.ts'

/** Timeout of one part: it has some thousand statements, other requests only a few. */
const PART_MS = 20_000

type Checking = { read: Reader; caller: Caller; limits: Limits }

/** What an import would change, and what blocks it. */
export async function check({ read, caller, limits }: Checking, body: ImportToggles): Promise<Checked> {
  const { environment, ...rest } = body
  const request = { ...rest, environments: [environment] }
  const { flags, duplicates } = readFile(body.data, environment)
  // Read first, so that concurrent changes are newer than the plan.
  const basis = body.basis ?? (await readRevision(read))
  const plan = makePlan(request, await readDestination(read, caller.viewer, request, flags), flags)
  const findings = findingsOf(plan, duplicates, caller, limits)
  const reviews = await findReviews(read, caller, plan)
  return { plan, environment, basis, parts: partsOf(plan), ...findings, reviews }
}

export type Checked = Omit<ImportValidation, 'plan'> & {
  plan: Plan
  environment: string
  basis: number
  parts: Part[]
  /** The import itself is judged by what it does. */
  reviews: Awaited<ReturnType<typeof findReviews>>
}

export const toAnswer = ({
  plan,
  basis,
  parts,
  errors,
  warnings,
  permissions,
  reviews,
}: Checked): ImportValidation => ({
  errors,
  warnings: [...warnings, ...reviews.warnings],
  permissions: [...permissions, ...reviews.permissions],
  plan: {
    items: [
      ...plan.tagTypes,
      ...plan.fields,
      ...plan.segments,
      ...plan.flags.flatMap(({ flag, environments }) => [
        flag,
        ...environments.map(({ environment: _, ...item }) => item),
      ]),
    ],
    basis,
    parts: parts.length,
    segments: segmentNames(plan),
  },
})

/** Segment names by id: those that replace segments of the file, and those that rules here use. */
function segmentNames({ segmentIds, destination }: Plan) {
  const names = new Map([...destination.segments.values()].map(({ id, name }) => [id, name]))
  for (const [name, id] of segmentIds) if (id !== undefined && !names.has(id)) names.set(id, name)
  return [...names].map(([id, name]) => ({ id, name }))
}

/** Reports all problems at once. */
export function refuse({ errors, permissions }: Checked) {
  if (errors.length > 0) {
    const details = errors.map(({ message, affectedItems }) => ({
      message: `${message} ${affectedItems.join(', ')}`,
    }))
    throw new AppError(
      'badData',
      { reason: 'The file cannot be imported as it is. See the details.' },
      { details },
    )
  }
  const [missing] = permissions
  if (missing) throw noPermission(missing.affectedItems, ' for this import')
}

type PartInput = Parameters<typeof importPart.with>[0]
type Numbers = PartInput['numbers']

/** Executes one part, and returns the id for undoing it. */
export type ImportPart = (
  input: PartInput,
  options: { part: number | undefined; moreFollow: boolean },
) => Promise<{ numbers: Numbers; undo?: string }>

/** Executes the import part by part, each in its own transaction, and yields the progress after each. */
export async function* importParts(
  { plan, environment, basis, parts }: Checked,
  carryOut: ImportPart,
): AsyncGenerator<ImportProgress> {
  const { project } = plan.destination
  const total = parts.reduce((sum, part) => sum + part.flags, 0)
  const { source } = plan.request
  const id = source ? `${source}-${ulid()}` : ulid()
  const state = { done: 0, parts: parts.length, flags: 0, total, undo: [] as string[] }
  let numbers: Numbers = []
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1
    const input = {
      project,
      environment,
      id,
      basis,
      targets: part.targets,
      orders: part.orders,
      segments: part.segments,
      numbers,
      ...(last ? { features: plan.flags.length } : {}),
    }
    const done = await withLargeBudget(PART_MS, () =>
      carryOut(input, { part: parts.length > 1 ? index : undefined, moreFollow: !last }),
    )
    numbers = done.numbers
    state.done += 1
    state.flags += part.flags
    if (done.undo) state.undo = [...state.undo, done.undo]
    yield { ...state }
  }
}
