import type { AdminSegment } from '@flagstaff/contract/segments'
import type { ConstraintStep, Explanation as Explained, RuleStep } from '@flagstaff/engine'
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Typed } from '../../../lib/context.ts'
import { ConstraintWords, sentence } from '../../setup/constraints/index.ts'
import { SegmentChip } from '../../setup/segments/index.ts'
import { t } from './messages.ts'
import { conditionsOf, type Rule, type RuleBody } from './rule.ts'
import classes from './TryContext.module.css'

type ExplanationProps = {
  explanation: Explained
  environment: string
  segments: readonly AdminSegment[]
  rules: readonly (Rule | RuleBody)[]
  typed: Typed
}

/** The result first, then the reasons in the order of evaluation. */
export function Explanation({ explanation, environment, segments, rules, typed }: ExplanationProps) {
  const { result, strategies, environmentEnabled } = explanation
  const draw = explanation.draws.at(-1)
  return (
    <div className={classes.answer} aria-live="polite">
      <p className={classes.result} data-on={result.enabled || undefined}>
        <span className="dim">{t('try.gets')}</span>
        <b>{t(result.enabled ? 'try.on' : 'try.off')}</b>
        {result.enabled && result.variant.enabled && <b>{t('try.variant', { name: result.variant.name })}</b>}
      </p>
      {!environmentEnabled && <p className="dim small">{t('try.disabledFlag', { environment })}</p>}
      {strategies.length === 0 && <p className="dim small">{t('try.noRules')}</p>}
      {strategies.map((step, index) => {
        const rule = rules[index]
        if (!rule) return null
        return (
          <section key={step.id ?? index} className={classes.rule}>
            {strategies.length > 1 && (
              <h3>
                {t('try.rule', {
                  index: index + 1,
                  title: rule.title ? t('try.ruleTitle', { title: rule.title }) : '',
                })}
              </h3>
            )}
            <ul className={classes.steps}>
              {step.segments.map((segment) => (
                <Step key={segment.id} held={segment.satisfied}>
                  <span className={sentence.operator}>{t('try.segment')}</span>
                  <SegmentChip
                    name={segments.find(({ id }) => id === segment.id)?.name ?? String(segment.id)}
                  />
                  {segment.constraints
                    .filter(({ satisfied }) => !satisfied)
                    .map((constraint) => (
                      <Actual key={constraint.field} step={constraint} named />
                    ))}
                </Step>
              ))}
              {step.constraints.map((constraint, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: constraints are identified by position only
                <Step key={place} held={constraint.satisfied}>
                  <Said rule={rule} place={place} />
                  <Actual step={constraint} />
                </Step>
              ))}
              <Step held={step.rule.satisfied}>
                <Share step={step.rule} name={step.name} typed={typed} />
              </Step>
              {explanation.decidedBy === index && draw?.chosen && draw.target !== undefined && (
                <Step held>
                  {t('try.draw', { target: draw.target, total: draw.total, name: draw.chosen })}
                </Step>
              )}
            </ul>
          </section>
        )
      })}
      {strategies.length > 1 && <p className="faint small">{t('try.any')}</p>}
    </div>
  )
}

function Step({ held, children }: { held: boolean; children: ReactNode }) {
  return (
    <li data-held={held || undefined}>
      {held ? <IconCircleCheckFilled size={16} /> : <IconCircleX size={16} stroke={1.5} />}
      <span className="hidden">{t(held ? 'try.held' : 'try.failed')}</span>
      <span className={sentence.sentence}>{children}</span>
    </li>
  )
}

/** The engine lists only the rule's own constraints; those from parameters are part of its rule step. */
function Said({ rule, place }: { rule: Rule | RuleBody; place: number }) {
  const offset = conditionsOf(rule).length - (rule.constraints ?? []).length
  const constraint = conditionsOf(rule)[place + offset]
  return constraint ? <ConstraintWords constraint={constraint} /> : null
}

function Actual({ step, named = false }: { step: ConstraintStep; named?: boolean }) {
  return (
    <span className={classes.actual}>
      {named && <span className={sentence.field}>{step.field} </span>}
      {step.actual === undefined ? t('try.missing') : t('try.actual', { value: step.actual })}
    </span>
  )
}

function Share({ step, name, typed }: { step: RuleStep; name: string; typed: Typed }) {
  if (step.kind === 'list') return t('try.actual', { value: step.actual ?? t('try.missing') })
  if (!('threshold' in step)) return step.satisfied ? t('try.always') : t('try.unknown', { name })
  const { bucket, threshold } = step
  if (bucket === undefined) return 'stickiness' in step ? t('try.noId', { field: step.stickiness }) : null
  const field = 'stickiness' in step ? fieldOf(step.stickiness, typed) : undefined
  return (
    <>
      <Scale bucket={bucket} threshold={threshold} />
      {t(field ? 'try.bucket' : 'try.bucketRandom', {
        field,
        bucket,
        threshold,
        inside: String(bucket <= threshold),
      })}
    </>
  )
}

/** The context field that determines the bucket; undefined if it is random. */
function fieldOf(stickiness: string, typed: Typed): string | undefined {
  if (stickiness === 'random') return undefined
  if (stickiness !== 'default') return stickiness
  return ['userId', 'sessionId'].find((name) => typed[name])
}

/** The bucket on a scale, compared with the threshold. */
function Scale({ bucket, threshold }: { bucket: number; threshold: number }) {
  return (
    <svg width="96" height="10" viewBox="0 0 96 10" aria-hidden="true" className={classes.scale}>
      <rect y="3" width="96" height="4" rx="2" fill="var(--border-2)" />
      <rect y="3" width={0.96 * threshold} height="4" rx="2" fill="var(--accent-text)" />
      <rect x={Math.max(0, 0.96 * bucket - 1)} width="2" height="10" fill="var(--text)" />
    </svg>
  )
}
