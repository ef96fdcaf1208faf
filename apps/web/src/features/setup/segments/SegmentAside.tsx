import type { UpsertSegment } from '@flagstaff/contract/segments'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { useLimits } from '../../../lib/limits.ts'
import { t } from './messages.ts'
import { segmentList } from './queries.ts'
import classes from './segments.module.css'
import { TryOne } from './TryOne.tsx'

type SegmentAsideProps = { draft: UpsertSegment; start: UpsertSegment | undefined; values: number }

export function SegmentAside({ draft, start, values }: SegmentAsideProps) {
  const limits = useLimits()
  const segments = choicesOf(useQuery(segmentList))
  return (
    <div className={classes.aside}>
      <TryOne before={start?.constraints} after={draft.constraints} />
      <h2>{t('segments.limits')}</h2>
      <p className="faint small num">
        {t('segments.limitsText', {
          values,
          mostValues: limits.segmentValues,
          segments: segments.length,
          mostSegments: limits.segments,
        })}
      </p>
    </div>
  )
}
