import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { t as shared } from '../../../messages/en.ts'
import { hasFault } from '../../constraints/check.ts'
import { contextFieldList, useLimits } from '../../constraints/queries.ts'
import { pathOf } from '../page/place.ts'
import { t } from './messages.ts'
import { hasFaults } from './parameters.ts'
import { useAddRule, useSaveRule } from './queries.ts'
import type { RuleFormProps } from './RuleForm.tsx'
import { bodyOf, changesBetween, type RuleBody } from './rule.ts'
import { faultsOfVariants } from './weights.ts'

/** What is being written, what it was, and what it is on the server by now. */
export function useRuleForm({ place, environment, stored, start, isNew }: RuleFormProps) {
  const [base, setBase] = useState({ start, version: stored?.objectVersion, id: stored?.id })
  const [draft, setDraft] = useState(start)
  const [problem, setProblem] = useState<string>()
  const [strict, setStrict] = useState(false)
  const add = useAddRule(place)
  const update = useSaveRule(place)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data: fields = [] } = useQuery(contextFieldList)
  const { data: strategies = [] } = useQuery(strategyList)
  const limits = useLimits()
  const busy = add.isPending || update.isPending
  const changes = isNew ? Math.max(1, changesBetween(base.start, draft)) : changesBetween(base.start, draft)
  const gone = !isNew && stored === undefined && !busy
  const newer = !busy && stored !== undefined && stored.objectVersion !== base.version
  if (newer && changes === 0) {
    // Nothing was written yet: their change is simply shown.
    setBase({ start: bodyOf(stored), version: stored.objectVersion, id: stored.id })
    setDraft(bodyOf(stored))
  }
  const tried = useDeferredValue(draft)

  const set = (part: Partial<RuleBody>) => {
    setDraft((now) => ({ ...now, ...part }))
    setProblem(undefined)
  }
  const rebase = () =>
    stored && setBase({ start: bodyOf(stored), version: stored.objectVersion, id: stored.id })
  const leave = () => void navigate({ to: pathOf(place) })

  const fault = () => {
    if (hasFault(draft.constraints, fields, limits.constraintValues)) return t('fault.constraints')
    const strategy = strategies.find(({ name }) => name === draft.name)
    if (hasFaults(strategy, draft.parameters)) return t('fault.parameters')
    if (faultsOfVariants(draft.variants).length > 0) return t('fault.variants')
    return draft.segments.length > limits.strategySegments ? t('fault.segments') : undefined
  }

  const save = async (): Promise<boolean> => {
    const found = fault()
    setStrict(true)
    setProblem(found)
    if (found) return false
    try {
      if (base.id === undefined || gone) await add.mutateAsync({ environment: environment.name, rule: draft })
      else
        await update.mutateAsync({
          environment: environment.name,
          id: base.id,
          rule: draft,
          version: base.version,
        })
      return true
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : shared('state.failed'))
      // Changed underneath: fetch what it is now, so that the two can be compared.
      if (error instanceof ApiError && [404, 412].includes(error.status))
        void cache.invalidateQueries({ queryKey: ['flag', place.flag] })
      return false
    }
  }
  return {
    base,
    draft,
    set,
    tried: [{ ...tried, disabled: false }],
    changes,
    problem,
    strict,
    busy,
    gone,
    underneath: newer && changes > 0,
    save,
    leave,
    takeTheirs: () => {
      rebase()
      if (stored) setDraft(bodyOf(stored))
    },
    keepMine: () => void rebase(),
    kept: { draft, version: base.version, restore: setDraft, discard: () => setDraft(base.start) },
  }
}
