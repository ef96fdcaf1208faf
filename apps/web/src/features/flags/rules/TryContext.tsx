import type { AdminSegment } from '@flagstaff/contract/segments'
import { compile, explain } from '@flagstaff/engine'
import { Autocomplete, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { browserTools, contextOf, parseContext, type Typed } from '../../constraints/context.ts'
import { contextFieldList } from '../../constraints/queries.ts'
import { fieldsOf } from './context.ts'
import { Explanation } from './Explanation.tsx'
import { t } from './messages.ts'
import type { Rule, RuleBody } from './rule.ts'
import classes from './TryContext.module.css'

type TryProps = {
  flag: string
  environment: string
  /** Whether the flag is on there. */
  enabled: boolean
  rules: readonly (Rule | RuleBody)[]
  segments: readonly AdminSegment[]
  hint: string
  /** Below the answer: where else the same can be asked. */
  foot?: (typed: Typed) => ReactNode
}

/** Evaluates rules for a context somebody types, with the very engine that decides. */
export function TryContext({ flag, environment, enabled, rules, segments, hint, foot }: TryProps) {
  const [typed, setTyped] = useState<Typed>({})
  const [pasted, setPasted] = useState('')
  // Chance is drawn once, so that the answer does not flicker while somebody types.
  const [chance] = useState(Math.random)
  const { data: known = [] } = useQuery(contextFieldList)
  const names = [...new Set([...fieldsOf(rules, segments), ...Object.keys(typed)])]
  const explanation = useMemo(() => {
    const strategies = rules.filter(({ disabled }) => !disabled)
    const ruleset = compile({ features: [{ name: flag, enabled, strategies }], segments }, browserTools)
    return explain(ruleset, flag, contextOf(typed), { now: Date.now(), random: () => chance })
  }, [flag, enabled, rules, segments, typed, chance])
  const paste = (text: string) => {
    const parsed = parseContext(text)
    const complete = parsed && /^\{|[=:]/.test(text.trim())
    setPasted(complete ? '' : text)
    if (complete) setTyped({ ...typed, ...parsed })
  }
  return (
    <div className={classes.try}>
      <h2>{t('try.title')}</h2>
      <p className="t3 small">{hint}</p>
      <TextInput
        aria-label={t('try.paste')}
        placeholder={t('try.pasteExample')}
        data-autofocus
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
        onPaste={(event) => {
          event.preventDefault()
          paste(event.clipboardData.getData('text'))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          const parsed = parseContext(pasted)
          if (!parsed) return
          setTyped({ ...typed, ...parsed })
          setPasted('')
        }}
      />
      <div className={classes.fields}>
        {names.map((name) => (
          <div key={name} className={classes.field}>
            <span className="mono" aria-hidden="true">
              {name}
            </span>
            <Autocomplete
              size="xs"
              aria-label={t('try.value', { field: name })}
              data={known.find((one) => one.name === name)?.legalValues?.map(({ value }) => value) ?? []}
              value={typed[name] ?? ''}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
              classNames={{ input: 'mono' }}
            />
          </div>
        ))}
      </div>
      <Explanation
        explanation={explanation}
        environment={environment}
        segments={segments}
        typed={typed}
        rules={rules.filter(({ disabled }) => !disabled)}
      />
      {foot?.(typed)}
    </div>
  )
}
