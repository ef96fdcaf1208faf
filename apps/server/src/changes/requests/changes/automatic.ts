import { createRule, enableFlags } from '../../../flags/index.ts'
import { commandNamed, execute, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { Change } from './difference.ts'

type Enabled = Awaited<ReturnType<typeof enableFlags.run>>

/** Executes orders. Returns the ids of the rules that flags got because they had none when they were turned on. */
export async function executeAdded(tx: Tx, orders: readonly Order[]): Promise<ReadonlySet<string>> {
  const rules = new Set<string>()
  for (const { command, input } of orders) {
    const { result } = await execute(tx, commandNamed(command), input as never)
    if (command === enableFlags.name) for (const { id } of (result as Enabled).added) rules.add(id)
  }
  return rules
}

/** The mark is part of the order. It is lost when the author edits the rule, because then it is theirs. */
export const markAutomatic = (changes: readonly Change[], rules: ReadonlySet<string>): Change[] =>
  changes.map((change) =>
    change.action === 'addStrategy' && rules.has(change.target)
      ? {
          ...change,
          orders: change.orders.map(({ command, input }) => ({
            command,
            input: { ...(input as object), automatic: true },
          })),
        }
      : change,
  )

export const isAutomatic = ({ orders }: Pick<Change, 'orders'>): boolean =>
  orders.some(
    ({ command, input }) =>
      command === createRule.name && (input as { automatic?: boolean }).automatic === true,
  )

/** Automatic rules of flags that have another rule in the same changes: they would make that one pointless. */
export const spareRules = (changes: readonly Change[]): Change[] =>
  changes.filter(
    (change) =>
      isAutomatic(change) &&
      changes.some(
        (other) =>
          other.flag === change.flag &&
          other.environment === change.environment &&
          other.action === 'addStrategy' &&
          !isAutomatic(other) &&
          !(other.payload as { disabled?: boolean }).disabled,
      ),
  )

type Parts = { present?: readonly Order[]; added: readonly Order[] }

/** The same orders without these rules. Flags are turned on last, when they have the other rules. */
export function withoutRules({ present = [], added }: Parts, spare: readonly Change[]): Parts {
  const going = new Set(spare.flatMap(({ orders }) => orders))
  return {
    present: present.filter((order) => !going.has(order) && !isTurningOn(order)),
    added: [...added.filter((order) => !isTurningOn(order)), ...[...present, ...added].filter(isTurningOn)],
  }
}

const isTurningOn = ({ command }: Order) => command === enableFlags.name
