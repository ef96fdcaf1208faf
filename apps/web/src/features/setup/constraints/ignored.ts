import type { OperatorSupport } from '@flagstaff/contract/applications'
import type { Constraint } from '@flagstaff/contract/common'
import type { Operator } from '../../../lib/operators.ts'

type NewerOperator = OperatorSupport['operators'][number]['operator']
const newer: Record<NewerOperator, true> = { REGEX: true, IN_CIDR: true, SEMVER_GTE: true, SEMVER_LTE: true }

/** Whether some SDKs do not support the operator. */
export const isNewer = (operator: Operator): operator is NewerOperator => operator in newer

/** Each operator once, in the order of the constraints. */
export const newerIn = (constraints: readonly Constraint[]): NewerOperator[] => [
  ...new Set(constraints.map(({ operator }) => operator).filter(isNewer)),
]

const MOST_NAMED = 3

/** The parameters of a warning about the operator; undefined if no application is known to ignore it. */
export function ignoredBy({ total, operators }: OperatorSupport, operator: NewerOperator) {
  const found = operators.find((one) => one.operator === operator)
  if (!found || found.count === 0) return undefined
  const byName = [...Map.groupBy(found.applications, ({ appName }) => appName)].slice(0, MOST_NAMED)
  return {
    count: found.count,
    total,
    names: byName
      .map(([name, list]) => `${name} (${list.map(({ sdk, version }) => `${sdk} ${version}`).join(', ')})`)
      .join(', '),
    more: found.count - byName.length,
  }
}
