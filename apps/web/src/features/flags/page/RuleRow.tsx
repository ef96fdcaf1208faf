import { IconGripVertical, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { OperatorWarnings } from '../../setup/constraints/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { RuleSentence } from '../rules/RuleSentence.tsx'
import { bodyOf, constraintsOf, type Rule, rolloutOf } from '../rules/rule.ts'
import { VariantDoubts } from '../rules/VariantDoubts.tsx'
import classes from './Card.module.css'
import { InlineRollout } from './InlineRollout.tsx'
import { t } from './messages.ts'
import { PendingRule } from './Pending.tsx'
import type { FlagEnvironment } from './queries.ts'
import { RuleMenu } from './RuleMenu.tsx'
import type { RuleRowProps } from './rowProps.ts'

const KIND = 'application/x-flagstaff-rule'

export function RuleRow(props: RuleRowProps) {
  const { place, environment, rule, index, segments, drafted } = props
  const share = rolloutOf(rule)
  const strip = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState(false)
  const id = rule.id ?? ''
  const over = (event: DragEvent) => {
    const own = `${KIND}.${environment.name}`.toLowerCase()
    if (!event.dataTransfer.types.includes(own)) return
    event.preventDefault()
    const moved = dragging
    if (moved && moved !== id) props.onMove(moved, index, false)
  }
  return (
    <li
      className={classes.rule}
      data-rule={id}
      data-off={rule.disabled || undefined}
      data-dragged={dragged || undefined}
      data-deleted={drafted?.deleted.has(id) || undefined}
      onDragOver={over}
      onDrop={(event) => event.preventDefault()}
    >
      <div className={classes.line}>
        <Grip {...props} onDrag={setDragged} />
        <span className={`${classes.number} num`}>{index + 1}</span>
        <div className={classes.body}>
          <div className={classes.title}>
            <Link
              className={classes.open}
              to="/projects/$projectId/features/$flag/strategies/edit"
              params={{ projectId: place.project, flag: place.flag }}
              search={{ environmentId: environment.name, strategyId: id }}
              aria-label={`${t('rule.open', { index: index + 1, environment: environment.name })}${rule.title ? `: ${rule.title}` : ''}`}
            >
              {rule.title}
            </Link>
            <FromPlan environment={environment} id={id} />
            {rule.disabled && <span className={classes.offWord}>{t('rule.off')}</span>}
          </div>
          <div className={classes.live}>
            <RuleSentence rule={rule} segments={segments} />
          </div>
          <PendingRule drafted={drafted} rule={rule} segments={segments} />
          <RuleWarnings project={place.project} rule={rule} />
        </div>
        {share !== undefined && <InlineRollout {...props} share={share} strip={strip} />}
        <RuleMenu {...props} />
      </div>
      <div ref={strip} />
    </li>
  )
}

/** Marks a rule that comes from the active milestone of the release plan. */
function FromPlan({ environment, id }: { environment: FlagEnvironment; id: string }) {
  const [plan] = environment.releasePlans ?? []
  const milestone = plan?.milestones.find((one) => one.id === plan.activeMilestoneId)
  if (!milestone?.strategies?.some((rule) => rule.id === id)) return null
  return (
    <span className={classes.fromPlan}>
      <IconTemplate size={12} stroke={1.75} aria-hidden="true" />
      {t('rule.fromPlan', { milestone: milestone.name })}
    </span>
  )
}

function RuleWarnings({ project, rule }: { project: string; rule: Rule }) {
  const segments = choicesOf(useQuery(segmentList))
  const constraints = [...(rule.constraints ?? []), ...constraintsOf(segments, rule.segments ?? [])]
  return (
    <>
      <OperatorWarnings project={project} constraints={constraints} />
      <VariantDoubts rule={bodyOf(rule)} className={classes.doubt} />
    </>
  )
}

/** Browsers do not expose the dragged data until the drop. */
let dragging: string | undefined

function Grip(props: RuleRowProps & { onDrag: (on: boolean) => void }) {
  const { place, environment, rule, index, count, onMove, onDrag } = props
  const hint = useId()
  const { refusal } = useReviews(place.project)(environment, 'UPDATE_FEATURE_STRATEGY')
  const id = rule.id ?? ''
  if (count < 2 || refusal) return <span className={classes.grip} aria-hidden="true" />
  const begin = (event: DragEvent) => {
    dragging = id
    onDrag(true)
    event.dataTransfer.setData(`${KIND}.${environment.name}`, id)
    event.dataTransfer.effectAllowed = 'move'
    const row = event.currentTarget.closest('li')
    if (row) event.dataTransfer.setDragImage(row, 8, 20)
  }
  const end = () => {
    dragging = undefined
    onDrag(false)
    onMove(id, index, true)
  }
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    onMove(id, index + step, true)
  }
  return (
    <button
      type="button"
      className={classes.grip}
      draggable
      aria-label={t('rule.move', { index: index + 1, count, environment: environment.name })}
      aria-describedby={hint}
      onDragStart={begin}
      onDragEnd={end}
      onKeyDown={key}
    >
      <IconGripVertical size={14} stroke={1.5} />
      <span id={hint} className="hidden">
        {t('rule.moveHint')}
      </span>
    </button>
  )
}
