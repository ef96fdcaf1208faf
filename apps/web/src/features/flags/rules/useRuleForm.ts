import type { Feature } from '@flagstaff/contract/flags'
import { faultsOfVariants } from '@flagstaff/rules/variants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { useEditor } from '../../../lib/editor.ts'
import { useLimits } from '../../../lib/limits.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { hasFault } from '../../setup/constraints/index.ts'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import { t } from './messages.ts'
import { hasFaults } from './parameters.ts'
import { useAddRule, useSaveRule } from './queries.ts'
import { changesBetween, type Rule, type RuleBody } from './rule.ts'

export type RuleFormProps = {
  place: Place
  flag: Feature
  environment: FlagEnvironment
  /** The current rule on the server; undefined for a new or deleted rule. */
  stored: Rule | undefined
  start: RuleBody
  isNew: boolean
  /** The form starts with what the user has proposed before. */
  isDrafted?: boolean
}

/** The editor of a rule. A rule that was deleted in the meantime is added again. */
export function useRuleForm({
  place,
  environment: { name: environment },
  stored,
  start,
  isNew,
}: RuleFormProps) {
  const add = useAddRule(place)
  const update = useSaveRule(place)
  const cache = useQueryClient()
  const { data: fields = [] } = useQuery(contextFieldList)
  const { data: strategies = [] } = useQuery(strategyList)
  const limits = useLimits()
  /** Conflict: reload the rule, so that both versions can be compared. */
  const onError = (error: Error) => {
    if (error instanceof ApiError && [404, 412].includes(error.status))
      void cache.invalidateQueries({ queryKey: ['flag', place.flag] })
  }
  const editor = useEditor<RuleBody>({
    start,
    version: stored?.objectVersion,
    count: changesBetween,
    check: ({ name, constraints, parameters, variants, segments }) => {
      if (hasFault(constraints, fields, limits.constraintValues)) return t('fault.constraints')
      const strategy = strategies.find((one) => one.name === name)
      if (hasFaults(strategy, parameters)) return t('fault.parameters')
      if (faultsOfVariants(variants).length > 0) return t('fault.variants')
      return segments.length > limits.strategySegments ? t('fault.segments') : undefined
    },
    save: (rule, version, review) =>
      stored?.id === undefined
        ? add.mutateAsync({ environment, rule, review }, { onError })
        : update.mutateAsync({ environment, id: stored.id, rule, version, review }, { onError }),
  })
  return {
    editor,
    changes: isNew ? Math.max(1, editor.changes) : editor.changes,
    isGone: !isNew && stored === undefined && !editor.busy,
    edit: (part: Partial<RuleBody>) => {
      editor.edit(part)
      editor.clearProblem()
    },
  }
}
