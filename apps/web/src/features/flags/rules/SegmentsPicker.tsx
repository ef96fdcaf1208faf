import type { AdminSegment } from '@flagstaff/contract/segments'
import { MultiSelect } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useLimits } from '../../../lib/limits.ts'
import { useReadOnly } from '../../../ui/readOnly.ts'
import { t } from './messages.ts'

type PickerProps = {
  project: string
  segments: readonly AdminSegment[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Selects segments that are global or belong to this project. */
export function SegmentsPicker({ project, segments, chosen, onChange }: PickerProps) {
  const { strategySegments } = useLimits()
  const isReadOnly = useReadOnly()
  const offered = segments.filter(
    (segment) => !segment.project || segment.project === project || chosen.includes(segment.id),
  )
  if (offered.length === 0) return null
  return (
    <MultiSelect
      aria-label={t('form.segments')}
      placeholder={chosen.length === 0 ? t(isReadOnly ? 'form.noSegments' : 'form.segmentsAdd') : undefined}
      leftSection={<IconUsersGroup size={15} stroke={1.5} />}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen.map(String)}
      disabled={isReadOnly}
      maxValues={Math.max(strategySegments, chosen.length)}
      searchable
      hidePickedOptions
      onChange={(values) => onChange(values.map(Number))}
    />
  )
}
