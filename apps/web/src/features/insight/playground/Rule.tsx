import type { ExplainedConstraint, ExplainedDraw, ExplainedRule } from '@flagstaff/contract/explanations'
import { ConstraintWords, sentence } from '../../setup/constraints/index.ts'
import { SegmentChip } from '../../setup/segments/index.ts'
import { t } from './messages.ts'
import { Node, type Outcome } from './Node.tsx'
import { type Context, Draw, Share } from './Share.tsx'
import classes from './Tree.module.css'

const heldOr = (held: boolean): Outcome => (held ? 'held' : 'failed')

type RuleProps = {
  rule: ExplainedRule
  /** Position among the active rules; -1 for a disabled one. */
  place: number
  /** An earlier rule has already decided. */
  late: boolean
  context: Context
  draws: readonly ExplainedDraw[]
}

/** A rule with its conditions (segments, constraints, rollout) and its variants. */
export function Rule({ rule, place, late, context, draws }: RuleProps) {
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
        {title && <span className="dim">{title}</span>}
      </Node>
      {segments.map((segment) => (
        <Segment key={segment.id} segment={segment} inner={inner} />
      ))}
      {constraints.map((constraint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: constraints are identified by position only
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

/** The constraints of a segment are shown if it does not match. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: constraints are identified by position only
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
