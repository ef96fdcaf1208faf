import { IconArrowNarrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPercent } from '../../../lib/format.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { type Against, ConstraintsWords, sentence } from '../../setup/constraints/index.ts'
import { SegmentChip } from '../../setup/segments/index.ts'
import { t } from './messages.ts'
import classes from './RuleSentence.module.css'
import { conditionsOf, isKnownKind, type Rule, type RuleBody, rolloutOf, stickinessOf } from './rule.ts'
import { Variants } from './Variants.tsx'

export type SegmentNames = ReadonlyMap<number, string>
type AnyRule = Rule | RuleBody

type SentenceProps = {
  rule: AnyRule
  segments: SegmentNames
  /** In a diff: the other version. */
  against?: { rule: AnyRule; mark: Against['mark'] } | undefined
  /** Shows the rollout as a bar, if nothing else next to the sentence does. */
  withBar?: boolean
  /** Text before the constraints, if there are any. */
  lead?: string
}

/** A rule as a sentence: who, then what they get. The arrow and the outcome stay on one line. */
export function RuleSentence({ rule, segments, against, withBar = false, lead }: SentenceProps) {
  const conditions = conditionsOf(rule)
  const used = rule.segments ?? []
  const other = against && { constraints: conditionsOf(against.rule), mark: against.mark }
  const unknown = !isKnownKind(rule.name)
  const bare = conditions.length === 0 && used.length === 0 && !unknown
  return (
    <span className={sentence.sentence} data-off={rule.disabled || undefined}>
      {lead && !bare && <span className={sentence.operator}>{lead}</span>}
      {used.map((id, index) => (
        <span key={id} className={sentence.group}>
          <span className={sentence.operator}>{t(index > 0 ? 'say.andInSegment' : 'say.inSegment')}</span>
          <SegmentChip
            name={segments.get(id) ?? String(id)}
            mark={against && !against.rule.segments?.includes(id) ? against.mark : undefined}
          />
        </span>
      ))}
      {used.length > 0 && conditions.length > 0 && <span className={sentence.operator}>{t('say.and')}</span>}
      <ConstraintsWords constraints={conditions} against={other} />
      {unknown && (
        <>
          {!bare && (used.length > 0 || conditions.length > 0) && (
            <span className={sentence.operator}>{t('say.and')}</span>
          )}
          <span className={sentence.operator}>{t('say.custom')}</span>
          <span className={sentence.field}>{rule.name}</span>
          <Given rule={rule} against={against} />
        </>
      )}
      {bare && <b>{t('say.everyone')}</b>}
      <Outcome rule={rule} bare={bare} against={against} withBar={withBar && !unknown} />
    </span>
  )
}

/** The parameters of a custom strategy. */
function Given({ rule, against }: Pick<SentenceProps, 'rule' | 'against'>) {
  return Object.entries(rule.parameters ?? {})
    .filter(([, value]) => value !== '')
    .map(([name, value], index) => {
      const changed = against && against.rule.parameters?.[name] !== value
      return (
        <span key={name} className={sentence.pair}>
          <span className={sentence.operator}>
            {t(index === 0 ? 'say.givenFirst' : 'say.given', { name })}
          </span>
          <code className={sentence.value} data-mark={changed ? against.mark : undefined}>
            {value}
          </code>
        </span>
      )
    })
}

type OutcomeProps = Pick<SentenceProps, 'rule' | 'against' | 'withBar'> & { bare: boolean }

function Outcome({ rule, bare, against, withBar }: OutcomeProps) {
  const share = rolloutOf(rule) ?? 100
  const variants = rule.variants ?? []
  const changed = against && (rolloutOf(against.rule) ?? 100) !== share
  const by = stickinessOf(rule)
  const byChanged = against && stickinessOf(against.rule) !== by
  if (bare && share === 100 && variants.length === 0 && !changed && !withBar) return null
  const words: ReactNode[] = []
  if (share < 100 || changed || withBar) {
    if (withBar) words.push(<Bar key="bar" value={share} />)
    words.push(
      changed ? (
        <code key="share" className={`${sentence.value} num`} data-mark={against.mark}>
          {formatPercent(share)}
        </code>
      ) : (
        <b key="share" className="num">
          {formatPercent(share)}
        </b>
      ),
    )
  } else if (variants.length === 0) words.push(<b key="all">{t('say.everyone').toLowerCase()}</b>)
  const sticky = (
    <span key="by" className={sentence.pair}>
      <span className={sentence.operator}>{t('say.by')}</span>
      {byChanged ? (
        <code className={sentence.value} data-mark={against.mark}>
          {by}
        </code>
      ) : (
        <span className={sentence.field}>{by}</span>
      )}
    </span>
  )
  if (share < 100 || byChanged) words.push(sticky)
  if (variants.length > 0) {
    words.push(
      <span key="split" className={sentence.operator}>
        {t('say.split')}
      </span>,
      <Variants
        key="variants"
        variants={variants}
        against={against && { variants: against.rule.variants ?? [], mark: against.mark }}
      />,
    )
    if (share === 100 && !byChanged) words.push(sticky)
  }
  return (
    <span className={classes.outcome}>
      <IconArrowNarrowRight size={16} stroke={1.5} className={classes.arrow} aria-label={t('say.get')} />
      {words}
    </span>
  )
}
