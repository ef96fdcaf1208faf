import { ExportQuery } from '@flagstaff/contract/transfer'
import Type from 'typebox'
import { setRules } from '../../flags/index.ts'
import { refuseNewer } from '../../platform/write/basis.ts'
import {
  command,
  commandNamed,
  execute,
  executeAll,
  lockForAll,
  lockSegmentsFor,
  type Order,
} from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { deleteTagType } from '../../setup/tags/index.ts'
import { flagsExported, flagsImported } from './events.ts'
import { readDocument } from './export.ts'
import { lockShared } from './queries.ts'

/** Only reads, but records an event with who exported what. */
export const exportFlags = command({
  name: 'flags.export',
  input: ExportQuery,
  permission: 'authenticated',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx, query) {
    const document = await readDocument(tx.read, tx.caller.viewer, query)
    const projects = new Set(document.features.map(({ project }) => project))
    const [project] = projects
    tx.record(
      flagsExported({
        project: projects.size === 1 ? project : undefined,
        environment: query.environment,
        features: document.features.map(({ name }) => name),
      }),
    )
    return document
  },
})

const Orders = Type.Array(Type.Object({ command: Type.String(), input: Type.Unknown() }))

/** Maps the placeholder ids of segments in the orders to their ids after creation. */
const Numbers = Type.Array(Type.Object({ placeholder: Type.Integer(), id: Type.Integer() }))

/**
 * Executes one part of an import, all or nothing. The orders come from the plan that was made for the caller, and
 * permissions are checked for each order. No route accepts orders.
 */
export const importPart = command({
  name: 'flags.import',
  input: Type.Object({
    project: Type.String(),
    environment: Type.String(),
    /** The same for all parts of an import. */
    id: Type.String(),
    /** The revision that the plan was made for. */
    basis: Type.Integer(),
    targets: Type.Object({
      flags: Type.Array(Type.String()),
      segments: Type.Array(Type.Integer()),
      contextFields: Type.Array(Type.String()),
      tagTypes: Type.Array(Type.String()),
    }),
    orders: Orders,
    segments: Type.Array(
      Type.Object({
        placeholder: Type.Integer(),
        order: Type.Object({ command: Type.String(), input: Type.Unknown() }),
      }),
    ),
    numbers: Numbers,
    /** The total number of flags; only set for the last part. */
    features: Type.Optional(Type.Integer()),
  }),
  permission: 'UPDATE_FEATURE',
  scope: ({ project }) => ({ project }),
  async run(tx, { project, environment, id, basis, targets, orders, segments, numbers, features }) {
    tx.group('transaction', id)
    // Existing segments, then new segments, then flags: the global lock order, which prevents deadlocks.
    await lockSegmentsFor(tx, [...segments.map(({ order }) => order), ...numbered(orders, numbers)])
    const made = await createSegments(tx, segments)
    const known = [...numbers, ...made.numbers]
    const ready = numbered(orders, known)
    await lockForAll(tx, ready)
    await lockShared(tx, targets)
    await refuseNewer(tx, basis, { ...targets, environments: [environment] }, id)
    const undo = await executeAll(tx, ready)
    if (features !== undefined) tx.record(flagsImported({ project, environment, id, features }))
    return { numbers: known, undo: undo && [...undo.filter(isReversible), ...made.undo] }
  },
  inverse: (_input, { undo }) => undo ?? [],
})

/** Archived flags keep their tags, so their tag types cannot be deleted. */
const isReversible = ({ command }: Order) => command !== deleteTagType.name

type SegmentOrder = { placeholder: number; order: Order }

async function createSegments(tx: Tx, segments: readonly SegmentOrder[]) {
  const numbers: { placeholder: number; id: number }[] = []
  const undo: Order[] = []
  for (const { placeholder, order } of segments) {
    const done = await execute(tx, commandNamed(order.command), order.input as never)
    numbers.push({ placeholder, id: (done.result as { id: number }).id })
    undo.unshift(...(done.undo ?? []))
  }
  return { numbers, undo }
}

/** Only rules refer to segments. */
function numbered(
  orders: readonly Order[],
  numbers: readonly { placeholder: number; id: number }[],
): Order[] {
  const ids = new Map(numbers.map(({ placeholder, id }) => [placeholder, id]))
  return orders.map((order) => {
    if (order.command !== setRules.name) return order
    const input = order.input as Parameters<typeof setRules.with>[0]
    const sets = input.sets.map(({ flag, rules }) => ({
      flag,
      rules: rules.map((rule) => ({
        ...rule,
        segments: (rule.segments ?? []).map((id) => ids.get(id) ?? id),
      })),
    }))
    return setRules.with({ ...input, sets })
  })
}
