import type { EnvironmentPermission } from '@flagstaff/contract/permissions'
import type { Review } from '../../../lib/api.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { useAddRule, useChangeRule, useDeleteRule } from '../rules/queries.ts'
import { bodyOf, isSameRule } from '../rules/rule.ts'
import { diffRules } from '../rules/ruleDiff.tsx'
import { type MessageKey, t } from './messages.ts'
import { type FlagEnvironment, withErrorToast } from './queries.ts'
import type { RuleRowProps } from './rowProps.ts'

/** Actions on one rule. Without production or a review they run at once, since they can be undone. */
export function useRuleActions({ place, flag, environment, rule, segments }: RuleRowProps) {
  const ask = useAsk()
  const add = useAddRule(place)
  const change = useChangeRule(place)
  const remove = useDeleteRule(place)
  const reviewFor = useReviews(place.project)
  const { name } = environment
  const production = isProduction(environment.type)
  const body = bodyOf(rule)
  const rules = environment.strategies ?? []
  const isLast = !rule.disabled && rules.filter(({ disabled }) => !disabled).length === 1
  const goesOff = environment.enabled && isLast
  const last = goesOff ? t('ask.last', { flag: flag.name, environment: name }) : undefined

  type Act = {
    question: MessageKey
    verb: MessageKey
    needs: EnvironmentPermission
    after: typeof body | undefined
    danger?: boolean
  }
  const act = ({ question, verb, needs, after, danger }: Act, run: (review?: Review) => Promise<unknown>) => {
    const { review } = reviewFor(environment, needs)
    if (!production && !review) return void run()
    ask({
      title: t(question, { environment: name }),
      text: after && !after.disabled ? undefined : last,
      lines: diffRules(question === 'ask.duplicate' ? undefined : body, after, segments),
      label: t(verb, { environment: name }),
      danger: danger ?? false,
      review,
      run: (_, way) => run(way),
    })
  }

  const duplicate = () =>
    act(
      {
        question: 'ask.duplicate',
        verb: 'ask.duplicateDo',
        needs: 'CREATE_FEATURE_STRATEGY',
        after: body,
      },
      (review) => {
        const said = t('done.duplicated', { environment: name })
        return withErrorToast(add.mutateAsync({ environment: name, rule: body, said, review }))
      },
    )

  const toggle = () => {
    const disabled = !rule.disabled
    const said = t(disabled ? 'done.disabled' : 'done.enabled', { environment: name })
    act(
      {
        question: disabled ? 'ask.disable' : 'ask.enable',
        verb: disabled ? 'ask.disableDo' : 'ask.enableDo',
        needs: 'UPDATE_FEATURE_STRATEGY',
        after: { ...body, disabled },
      },
      (review) =>
        withErrorToast(
          change.mutateAsync({ environment: name, rule, change: { disabled }, production, said, review }),
        ),
    )
  }

  const removeRule = () =>
    act(
      {
        question: 'ask.delete',
        verb: 'ask.deleteDo',
        needs: 'DELETE_FEATURE_STRATEGY',
        after: undefined,
        danger: true,
      },
      (review) => withErrorToast(remove.mutateAsync({ environment: name, rule, production, review })),
    )

  /** Always needs confirmation: the target has other rules and perhaps other users. */
  const copyTo = (target: FlagEnvironment) => {
    const there = target.strategies ?? []
    ask({
      title: t('ask.copy', { environment: target.name }),
      text: [
        t('ask.copyText', {
          index: there.length + 1,
          flag: flag.name,
          environment: target.name,
          state: t(target.enabled ? 'card.on' : 'card.off').toLowerCase(),
        }),
        ...(there.some((other) => isSameRule(bodyOf(other), body))
          ? [t('ask.copySame', { environment: target.name })]
          : []),
      ].join(' '),
      lines: diffRules(undefined, body, segments),
      label: t('ask.copyDo', { environment: target.name }),
      review: reviewFor(target, 'CREATE_FEATURE_STRATEGY').review,
      run: (_, review) =>
        withErrorToast(
          add.mutateAsync({
            environment: target.name,
            rule: body,
            said: t('done.copied', { environment: target.name }),
            review,
          }),
        ),
    })
  }
  return { duplicate, toggle, remove: removeRule, copyTo }
}
