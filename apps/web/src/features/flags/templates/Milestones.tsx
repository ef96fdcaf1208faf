import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Refused } from '../../../ui/Refused.tsx'
import { useReadOnly } from '../../../ui/readOnly.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import { type MilestoneDraft, MOST_MILESTONES, moved, newMilestone } from './draft.ts'
import { MilestoneCard } from './MilestoneCard.tsx'
import { t } from './messages.ts'
import { NextField } from './NextField.tsx'
import classes from './templates.module.css'

type MilestonesProps = {
  milestones: MilestoneDraft[]
  before: readonly MilestoneDraft[]
  project: string | undefined
  segments: SegmentNames
  strict: boolean
  onChange(milestones: MilestoneDraft[]): void
}

/** Milestones from first to last, and between them when the next one starts. */
export function Milestones({ milestones, before, project, segments, strict, onChange }: MilestonesProps) {
  const [said, setSaid] = useState('')
  const isReadOnly = useReadOnly()
  const replace = (next: MilestoneDraft) =>
    onChange(milestones.map((one) => (one.key === next.key ? next : one)))
  const move = (from: number, to: number) => {
    setSaid(t('milestone.moved', { number: to + 1 }))
    onChange(moved(milestones, from, to))
  }
  const isFull = milestones.length >= MOST_MILESTONES
  const full = isFull ? t('form.full', { limit: MOST_MILESTONES }) : undefined
  const add = () =>
    onChange([...milestones, newMilestone(t('milestone.new', { number: milestones.length + 1 }), 100)])
  return (
    <div className={classes.milestones}>
      {milestones.map((milestone, index) => (
        <Fragment key={milestone.key}>
          <MilestoneCard
            milestone={milestone}
            number={index + 1}
            count={milestones.length}
            project={project}
            segments={segments}
            before={before.find(({ key }) => key === milestone.key)}
            strict={strict}
            onChange={replace}
            onMove={(by) => move(index, index + by)}
            onRemove={() => onChange(milestones.filter(({ key }) => key !== milestone.key))}
          />
          {index < milestones.length - 1 && (
            <NextField
              next={milestone.next}
              number={index + 1}
              onChange={(next) => replace({ ...milestone, next })}
            />
          )}
        </Fragment>
      ))}
      <span className="hidden" role="status">
        {said}
      </span>
      {!isReadOnly && (
        <div>
          <Refused why={full}>
            <Button
              variant="default"
              aria-disabled={isFull ? true : undefined}
              leftSection={<IconPlus size={14} stroke={1.75} />}
              onClick={isFull ? undefined : add}
            >
              {t('form.addMilestone')}
            </Button>
          </Refused>
        </div>
      )}
    </div>
  )
}
