import type { Constraint } from '@flagstaff/contract/common'
import { operators } from '../../constraints/operators.ts'
import { conditionsOf, type Rule, type RuleBody, stickinessOf } from './rule.ts'

type AnySegment = { id: number; constraints: readonly Constraint[] }

/** What the answer can depend on, in the order it is asked for. */
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
      // Times are always compared with the clock of whoever asks.
      ...constraints.map(({ contextName, operator }) =>
        operators[operator].kind === 'date' ? 'currentTime' : contextName,
      ),
    ]
  })
  return [...new Set(names)]
}
