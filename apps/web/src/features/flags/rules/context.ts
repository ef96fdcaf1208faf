import type { Constraint } from '@flagstaff/contract/common'
import { operators } from '../../../lib/operators.ts'
import { conditionsOf, type Rule, type RuleBody, stickinessOf } from './rule.ts'

type AnySegment = { id: number; constraints: readonly Constraint[] }

/** The context fields that the result can depend on, in the order of the form. */
export function fieldsOf(
  rules: readonly (Rule | RuleBody)[],
  segments: readonly AnySegment[],
): readonly string[] {
  const names = rules.flatMap((rule) => {
    const used = segments.filter(({ id }) => rule.segments?.includes(id))
    const sticky = stickinessOf(rule)
    const constraints = [...used.flatMap(({ constraints: inner }) => inner), ...conditionsOf(rule)]
    return [
      ...(sticky === 'random' ? [] : [sticky === 'default' ? 'userId' : sticky]),
      // Date constraints always use the current time.
      ...constraints.map(({ contextName, operator }) =>
        operators[operator].kind === 'date' ? 'currentTime' : contextName,
      ),
    ]
  })
  return [...new Set(names)]
}
