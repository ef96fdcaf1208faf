import type { PlaygroundExplanation, PlaygroundReason } from '@flagstaff/contract/explanations'
import type { PlaygroundChange } from '@flagstaff/contract/playground'
import { formatPercent } from '../../../lib/format.ts'
import { type MessageKey, t } from './messages.ts'
import type { Answer } from './queries.ts'

export type State = 'on' | 'off' | 'unknown' | 'absent'

export function stateOf(answer: Answer | undefined): State {
  if (!answer) return 'absent'
  if (answer.isEnabled) return 'on'
  return answer.isEnabledInCurrentEnvironment && answer.strategies.result === 'unknown' ? 'unknown' : 'off'
}

export const stateOfOutcome = (outcome: PlaygroundChange['now']): State =>
  outcome ? (outcome.isEnabled ? 'on' : 'off') : 'absent'

export const stateWords: Record<State, MessageKey> = {
  on: 'state.on',
  off: 'state.off',
  unknown: 'state.unknown',
  absent: 'state.notThere',
}

/** The reason in one line, for a list. */
export function reasonWords(reason: PlaygroundReason, environment: string): string {
  const { code, rule = 1, title, bucket, threshold = 100, rules } = reason
  switch (code) {
    case 'dependency':
      return t('why.dependency', { parent: reason.parent })
    case 'environment':
      return t('why.environment', { environment })
    case 'noRules':
      return t('why.noRules')
    case 'unknown':
      return t('why.unknown', { rule })
    case 'rule':
      if (bucket !== undefined && threshold < 100) return t('why.ruleBucket', { rule, bucket, threshold })
      return title ? t('why.ruleTitle', { rule, title }) : t('why.rule', { rule })
    case 'noMatch':
      return failureWords(reason, rules)
  }
}

function failureWords({ segment, field, actual, bucket, threshold = 0 }: PlaygroundReason, rules: number) {
  if (rules > 1) return t('why.none', { rules })
  if (segment !== undefined) return t('why.segment', { segment })
  if (field !== undefined)
    return actual === undefined ? t('why.missing', { field }) : t('why.field', { field, actual })
  if (bucket !== undefined) return t('why.bucket', { bucket, threshold: formatPercent(threshold) })
  return t('why.noRule')
}

/** A summary of the explanation in one sentence. */
export function summaryOf(explanation: PlaygroundExplanation, environment: string): string {
  const { dependencies, environmentEnabled, decidedBy } = explanation
  const rules = explanation.rules.filter(({ disabled }) => !disabled)
  if (dependencies.some(({ result }) => !result)) return t('say.dependency')
  if (!environmentEnabled) return t('say.environment', { environment })
  if (rules.length === 0) return t('say.noRules')
  const place = rules.findIndex(({ id }) => id === decidedBy)
  if (place >= 0) {
    const share = rules[place]?.share
    return share?.kind === 'rollout' && share.id !== undefined && (share.threshold ?? 100) < 100
      ? t('say.share', { rule: place + 1, id: share.id, threshold: formatPercent(share.threshold ?? 100) })
      : t('say.rule', { rule: place + 1 })
  }
  const unknown = rules.findIndex(({ result }) => result === 'unknown')
  if (unknown >= 0) return t('say.unknown', { rule: unknown + 1 })
  const [only] = rules
  const others = [...(only?.constraints ?? []), ...(only?.segments ?? [])]
  if (rules.length === 1 && only?.share?.id !== undefined && others.every(({ result }) => result))
    return t('say.outside', { id: only.share.id, threshold: formatPercent(only.share.threshold ?? 0) })
  return t('say.none', { rules: rules.length })
}
