import { useAsk } from '../../../ui/Ask.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { useAddRule, useChangeRule, useDeleteRule } from '../rules/queries.ts'
import { bodyOf, isSameRule } from '../rules/rule.ts'
import { diffRules } from '../rules/ruleDiff.tsx'
import { type MessageKey, t } from './messages.ts'
import { type FlagEnvironment, telling } from './queries.ts'
import type { RuleRowProps } from './RuleRow.tsx'

/** What can be done to one rule. Outside production it is done at once, since it can be taken back. */
export function useRuleActions({ place, flag, environment, rule, segments }: RuleRowProps) {
  const ask = useAsk()
  const add = useAddRule(place)
  const change = useChangeRule(place)
  const remove = useDeleteRule(place)
  const { name } = environment
  const production = isProduction(environment.type)
  const body = bodyOf(rule)
  const rules = environment.strategies ?? []
  const isLast = !rule.disabled && rules.filter(({ disabled }) => !disabled).length === 1
  const goesOff = environment.enabled && isLast
  const last = goesOff ? t('ask.last', { flag: flag.name, environment: name }) : undefined

  type Act = { question: MessageKey; verb: MessageKey; after: typeof body | undefined; danger?: boolean }
  const act = ({ question, verb, after, danger }: Act, run: () => Promise<unknown>) => {
    if (!production) return void run()
    ask({
      title: t(question, { environment: name }),
      text: after && !after.disabled ? undefined : last,
      lines: diffRules(question === 'ask.duplicate' ? undefined : body, after, segments),
      label: t(verb, { environment: name }),
      danger: danger ?? false,
      run,
    })
  }

  const duplicate = () =>
    act({ question: 'ask.duplicate', verb: 'ask.duplicateDo', after: body }, () =>
      telling(
        add.mutateAsync({ environment: name, rule: body, said: t('done.duplicated', { environment: name }) }),
      ),
    )

  const toggle = () => {
    const disabled = !rule.disabled
    const said = t(disabled ? 'done.disabled' : 'done.enabled', { environment: name })
    act(
      {
        question: disabled ? 'ask.disable' : 'ask.enable',
        verb: disabled ? 'ask.disableDo' : 'ask.enableDo',
        after: { ...body, disabled },
      },
      () => telling(change.mutateAsync({ environment: name, rule, change: { disabled }, production, said })),
    )
  }

  const removeRule = () =>
    act({ question: 'ask.delete', verb: 'ask.deleteDo', after: undefined, danger: true }, () =>
      telling(remove.mutateAsync({ environment: name, rule, production })),
    )

  /** Always asked: the rule meets other rules there, and perhaps other people. */
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
      run: () =>
        telling(
          add.mutateAsync({
            environment: target.name,
            rule: body,
            said: t('done.copied', { environment: target.name }),
          }),
        ),
    })
  }
  return { duplicate, toggle, remove: removeRule, copyTo }
}
