import type {
  ExplainedConstraint,
  ExplainedDraw,
  ExplainedRule,
  ExplainedShare,
  PlaygroundExplanation,
} from '@flagstaff/contract/playground'
import { IconCircleCheckFilled, IconCircleX, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Environment } from '../../ui/Environment.tsx'
import { ConstraintWords } from '../constraints/ConstraintSentence.tsx'
import sentence from '../constraints/Sentence.module.css'
import { SegmentChip } from '../flags/rules/RuleSentence.tsx'
import { type MessageKey, t } from './messages.ts'
import { Scale } from './Scale.tsx'
import classes from './Tree.module.css'

type Outcome = 'held' | 'failed' | 'skipped' | 'unknown'

type TreeProps = {
  explanation: PlaygroundExplanation
  environment: { name: string; type: string }
  context: Context
}
type Context = Readonly<Record<string, unknown>>

/** Everything that was looked at, in that order: parents, the environment, then rule by rule. */
export function Tree({ explanation, environment, context }: TreeProps) {
  const { dependencies, environmentEnabled, rules, decidedBy, draws } = explanation
  const counted = rules.filter(({ disabled }) => !disabled)
  const decided = counted.findIndex(({ id }) => id === decidedBy)
  return (
    <ul className={classes.tree} aria-label={t('tree.label')}>
      {dependencies.map(({ feature, expected, actual, result }) => (
        <Node key={feature} outcome={result ? 'held' : 'failed'} note={parentWords(actual)}>
          {t('tree.needs')} <b>{feature}</b>
          <span className={sentence.operator}>
            {expected.variants.length > 0
              ? t('tree.needsVariants', { variants: expected.variants.join(', ') })
              : t(expected.enabled ? 'tree.needsOn' : 'tree.needsOff')}
          </span>
        </Node>
      ))}
      <Node outcome={environmentEnabled ? 'held' : 'failed'}>
        <Environment {...environment} boxed />
        <span className={sentence.operator}>{t(environmentEnabled ? 'tree.on' : 'tree.off')}</span>
      </Node>
      {counted.length === 0 && (
        <Node outcome={environmentEnabled ? 'held' : 'skipped'}>{t('tree.noRules')}</Node>
      )}
      {rules.map((rule) => {
        const place = counted.indexOf(rule)
        return (
          <Rule
            key={rule.id}
            rule={rule}
            place={place}
            late={decided >= 0 && place > decided}
            context={context}
            draws={rule.id === decidedBy ? draws : []}
          />
        )
      })}
      {decided < 0 && draws.map((draw) => <Draw key={draw.from} draw={draw} depth={0} />)}
    </ul>
  )
}

const outcomes: Record<Outcome, MessageKey> = {
  held: 'tree.held',
  failed: 'tree.failed',
  skipped: 'tree.skipped',
  unknown: 'tree.unknown',
}

type NodeProps = { outcome: Outcome; depth?: number; note?: ReactNode; children: ReactNode }

function Node({ outcome, depth = 0, note, children }: NodeProps) {
  return (
    <li className={classes.node} data-outcome={outcome} data-depth={depth}>
      {Array.from({ length: depth }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all the same
        <i key={level} className={classes.guide} style={{ left: level * 24 + 8 }} />
      ))}
      <Glyph outcome={outcome} />
      <span className="hidden">{t(outcomes[outcome])}</span>
      <span className={sentence.sentence}>{children}</span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </li>
  )
}

function Glyph({ outcome }: { outcome: Outcome }) {
  if (outcome === 'held') return <IconCircleCheckFilled size={16} aria-hidden="true" />
  if (outcome === 'failed') return <IconCircleX size={16} stroke={1.75} aria-hidden="true" />
  if (outcome === 'unknown') return <IconHelpCircle size={16} stroke={1.75} aria-hidden="true" />
  return <IconMinus size={16} stroke={1.75} aria-hidden="true" />
}

const heldOr = (held: boolean): Outcome => (held ? 'held' : 'failed')

function parentWords(actual: PlaygroundExplanation['dependencies'][number]['actual']): string {
  if (!actual) return t('tree.parentMissing')
  if (!actual.enabled) return t('tree.parentOff')
  return actual.variant === 'disabled'
    ? t('tree.parentOn')
    : t('tree.parentVariant', { variant: actual.variant })
}

type RuleProps = {
  rule: ExplainedRule
  /** Among those that count; -1 for one that is switched off. */
  place: number
  /** An earlier one has decided. */
  late: boolean
  context: Context
  draws: readonly ExplainedDraw[]
}

function Rule({ rule, place, late, context, draws }: RuleProps) {
  const { title, name, disabled, result, constraints, segments, share } = rule
  const outcome: Outcome = disabled || late ? 'skipped' : result === 'unknown' ? 'unknown' : heldOr(result)
  const note = disabled
    ? 'tree.disabled'
    : late
      ? 'tree.notReached'
      : result === 'unknown'
        ? 'tree.custom'
        : result
          ? 'tree.match'
          : 'tree.noMatch'
  const inner = (held: boolean): Outcome => (disabled || late ? 'skipped' : heldOr(held))
  return (
    <>
      <Node outcome={outcome} note={t(note)}>
        <b>{place < 0 ? t('tree.ruleOff') : t('tree.rule', { rule: place + 1 })}</b>
        {title && <span className="t2">{title}</span>}
      </Node>
      {segments.map((segment) => (
        <Segment key={segment.id} segment={segment} inner={inner} />
      ))}
      {constraints.map((constraint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: constraints have no identity but their place
        <Constraint key={index} constraint={constraint} depth={1} outcome={inner(constraint.result)} />
      ))}
      {share && (
        <Share
          share={share}
          name={name}
          context={context}
          outcome={share.kind === 'unknown' ? 'unknown' : inner(share.result)}
        />
      )}
      {draws.map((draw) => (
        <Draw key={draw.from} draw={draw} depth={1} />
      ))}
    </>
  )
}

type SegmentProps = { segment: ExplainedRule['segments'][number]; inner(held: boolean): Outcome }

/** What a segment demands is shown where it is not met. */
function Segment({ segment, inner }: SegmentProps) {
  const note = segment.known
    ? segment.result
      ? 'tree.inSegment'
      : 'tree.notInSegment'
    : 'tree.segmentMissing'
  return (
    <>
      <Node depth={1} outcome={inner(segment.result)} note={t(note)}>
        <span className={sentence.operator}>{t('tree.segment')}</span>
        <SegmentChip name={segment.name ?? String(segment.id)} />
      </Node>
      {segment.constraints.map((constraint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: constraints have no identity but their place
        <Constraint key={index} constraint={constraint} depth={2} outcome={inner(constraint.result)} />
      ))}
    </>
  )
}

type ConstraintProps = { constraint: ExplainedConstraint; depth: number; outcome: Outcome }

function Constraint({ constraint, depth, outcome }: ConstraintProps) {
  const { actual } = constraint
  return (
    <Node
      depth={depth}
      outcome={outcome}
      note={actual === undefined ? t('tree.missing') : <code className={classes.actual}>{actual}</code>}
    >
      <ConstraintWords constraint={constraint} />
    </Node>
  )
}

type ShareProps = { share: ExplainedShare; name: string; outcome: Outcome; context: Context }

function Share({ share, name, outcome, context }: ShareProps) {
  const { kind, bucket, threshold = 0, group } = share
  const stickiness = stickyTo(share, context)
  if (kind === 'always')
    return (
      <Node depth={1} outcome={outcome}>
        {t('tree.everyone')}
      </Node>
    )
  if (kind === 'unknown')
    return (
      <Node depth={1} outcome={outcome}>
        <span className={sentence.operator}>{t('tree.strategy')}</span>
        <span className={sentence.field}>{name}</span>
      </Node>
    )
  if (kind === 'list')
    return (
      <Node depth={1} outcome={outcome} note={share.actual ?? t('tree.missing')}>
        <span className={sentence.field}>{share.field}</span>
        <span className={sentence.operator}>{t('tree.list')}</span>
        {(share.values ?? []).slice(0, 5).map((value) => (
          <code key={value} className={sentence.value}>
            {value}
          </code>
        ))}
      </Node>
    )
  const note =
    bucket === undefined ? (
      t('tree.noId', { field: stickiness })
    ) : (
      <Scale at={bucket} total={100} parts={[threshold]}>
        {t(bucket <= threshold ? 'tree.inside' : 'tree.outside', { bucket, threshold })}
      </Scale>
    )
  return (
    <Node depth={1} outcome={outcome} note={note}>
      {kind === 'random' || stickiness === 'random' ? (
        <span className={sentence.operator}>{t('tree.random')}</span>
      ) : (
        <>
          <span className={sentence.operator}>{t('tree.bucket')}</span>
          <span className={sentence.field}>{stickiness}</span>
          <span className={sentence.operator}>{t('tree.group')}</span>
          <code className={sentence.value}>{group}</code>
        </>
      )}
    </Node>
  )
}

/** What the dice were thrown by. By default that is who it is, else the session, else chance. */
function stickyTo({ stickiness = '', id }: ExplainedShare, context: Context): string {
  if (stickiness !== 'default') return stickiness
  return (
    ['userId', 'sessionId'].find((name) => context[name] !== undefined && context[name] === id) ?? 'random'
  )
}

function Draw({ draw, depth }: { draw: ExplainedDraw; depth: number }) {
  const { chosen, target, total, override } = draw
  const note =
    override !== undefined ? (
      <code className={classes.actual}>{override.actual}</code>
    ) : target === undefined ? undefined : (
      <Scale at={target} total={total} parts={[]}>
        {t('tree.drawn', { target, total })}
      </Scale>
    )
  return (
    <Node depth={depth} outcome={chosen === undefined ? 'failed' : 'held'} note={note}>
      <span className={sentence.operator}>
        {t(override ? 'tree.override' : chosen === undefined ? 'tree.drawNone' : 'tree.draw')}
      </span>
      {chosen !== undefined && <code className={sentence.value}>{chosen}</code>}
    </Node>
  )
}
