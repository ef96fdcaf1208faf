import { faultsOfPayloads } from '@flagstaff/rules/values'
import { faultsOfVariants } from '@flagstaff/rules/variants'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { useLimits } from '../../../lib/limits.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { hasFault } from '../../setup/constraints/index.ts'
import { useFlagValue } from './flagValue.ts'
import { t } from './messages.ts'
import { hasFaults } from './parameters.ts'
import type { RuleBody } from './rule.ts'

/** The first mistake in a rule, before it is sent. */
export function useRuleCheck() {
  const fields = choicesOf(useQuery(contextFieldList))
  const strategies = choicesOf(useQuery(strategyList))
  const limits = useLimits()
  const value = useFlagValue()
  return ({ name, constraints, parameters, variants, segments }: RuleBody): string | undefined => {
    if (hasFault(constraints, fields, limits.constraintValues)) return t('fault.constraints')
    const strategy = strategies.find((one) => one.name === name)
    if (hasFaults(strategy, parameters)) return t('fault.parameters')
    if (faultsOfVariants(variants).length > 0) return t('fault.variants')
    if (faultsOfPayloads(value, variants).length > 0) return t('fault.payloads')
    return segments.length > limits.strategySegments ? t('fault.segments') : undefined
  }
}
