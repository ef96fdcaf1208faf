import type { UpsertSegment } from '@flagstaff/contract/segments'
import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { FormSection } from '../../../ui/Form.tsx'
import { t } from './messages.ts'
import { segmentNameCheck } from './queries.ts'
import classes from './segments.module.css'

type SegmentNamesProps = {
  draft: UpsertSegment
  /** The current name of the segment. */
  taken: string
  onChange(change: Partial<UpsertSegment>): void
}

export function SegmentNames({ draft, taken, onChange }: SegmentNamesProps) {
  const projects = choicesOf(useQuery(projectList))
  const input = useRef<HTMLInputElement>(null)
  const isNew = taken === ''
  useEffect(() => {
    if (isNew) input.current?.focus()
  }, [isNew])
  const [name] = useDebouncedValue(draft.name.trim(), 300)
  const isOther = name !== '' && name !== taken && name === draft.name.trim()
  const { data: fault } = useQuery({ ...segmentNameCheck(name), enabled: isOther })
  return (
    <FormSection label={t('segments.nameAndPlace')}>
      <div className={classes.pair}>
        <TextInput
          ref={input}
          label={t('segments.name')}
          value={draft.name}
          error={isOther && fault ? fault : undefined}
          rightSection={isOther && fault === null && <IconCheck size={14} color="var(--ok)" />}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          autoComplete="off"
          required
          withAsterisk={false}
        />
        <Select
          label={t('segments.scope')}
          data={[
            { value: '', label: t('segments.global') },
            ...projects.map(({ id, name: text }) => ({ value: id, label: text })),
          ]}
          value={draft.project ?? ''}
          allowDeselect={false}
          onChange={(project) => onChange({ project: project || null })}
        />
      </div>
      <TextInput
        label={t('segments.description')}
        value={draft.description ?? ''}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </FormSection>
  )
}
