import type { Feature } from '@flagstaff/contract/flags'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api.ts'
import { useEditor } from '../../../lib/editor.ts'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import { useAddRule, useSaveRule } from './queries.ts'
import { changesBetween, type Rule, type RuleBody } from './rule.ts'
import { useRuleCheck } from './ruleCheck.ts'

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
  const check = useRuleCheck()
  /** Conflict: reload the rule, so that both versions can be compared. */
  const onError = (error: Error) => {
    if (error instanceof ApiError && [404, 412].includes(error.status))
      void cache.invalidateQueries({ queryKey: ['flag', place.flag] })
  }
  const editor = useEditor<RuleBody>({
    start,
    version: stored?.objectVersion,
    count: changesBetween,
    check,
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
