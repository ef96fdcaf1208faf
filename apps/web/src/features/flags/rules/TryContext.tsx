import type { AdminSegment } from '@flagstaff/contract/segments'
import { compile, explain } from '@flagstaff/engine'
import { Autocomplete, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { browserTools, contextOf, parseContext, type Typed } from '../../../lib/context.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { fieldsOf } from './context.ts'
import { Explanation } from './Explanation.tsx'
import { t } from './messages.ts'
import type { Rule, RuleBody } from './rule.ts'
import classes from './TryContext.module.css'

type Asked = {
  flag: string
  environment: string
  /** Whether the flag is on in the environment. */
  enabled: boolean
  rules: readonly (Rule | RuleBody)[]
  segments: readonly AdminSegment[]
}
type TryProps = Asked & {
  hint: string
  /** Replaces the local evaluation by one of the delivered flag, with its dependencies. */
  answer?: (typed: Typed) => ReactNode
}

/** Evaluates rules for an entered context, with the real engine. */
export function TryContext({ hint, answer, ...asked }: TryProps) {
  const { rules, segments } = asked
  const [typed, setTyped] = useState<Typed>({})
  const [pasted, setPasted] = useState('')
  const known = choicesOf(useQuery(contextFieldList))
  const names = [...new Set([...fieldsOf(rules, segments), ...Object.keys(typed)])]
  const paste = (text: string) => {
    const parsed = parseContext(text)
    setPasted(parsed ? '' : text)
    if (parsed) setTyped({ ...typed, ...parsed })
  }
  return (
    <div className={classes.try}>
      <h2>{t('try.title')}</h2>
      <p className="faint small">{hint}</p>
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
          paste(pasted)
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
      {answer ? answer(typed) : <Here {...asked} typed={typed} />}
    </div>
  )
}

/** Evaluates the rules locally, before they are saved. */
function Here({ flag, environment, enabled, rules, segments, typed }: Asked & { typed: Typed }) {
  // Draw the random number once, so that the result does not flicker while typing.
  const [chance] = useState(Math.random)
  const active = useMemo(() => rules.filter(({ disabled }) => !disabled), [rules])
  const explanation = useMemo(() => {
    const ruleset = compile(
      { features: [{ name: flag, enabled, strategies: active }], segments },
      browserTools,
    )
    return explain(ruleset, flag, contextOf(typed), { now: Date.now(), random: () => chance })
  }, [flag, enabled, active, segments, typed, chance])
  return (
    <Explanation
      explanation={explanation}
      environment={environment}
      segments={segments}
      typed={typed}
      rules={active}
    />
  )
}
