import type { AdminSegment } from '@flagstaff/contract/segments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { EditAndDelete } from '../../../ui/ActionsMenu.tsx'
import { DeleteUsed } from '../../../ui/DeleteUsed.tsx'
import { t } from './messages.ts'
import { segmentUses, useDeleteSegment } from './queries.ts'

export function SegmentMenu({ segment }: { segment: AdminSegment }) {
  const [asking, setAsking] = useState(false)
  const { id, name, project } = segment
  const why = useCan(['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], { project: project ?? undefined })
  return (
    <>
      <EditAndDelete
        name={name}
        to={`/segments/edit/${id}`}
        edit={t('segments.edit')}
        remove={t('segments.delete')}
        why={why}
        onDelete={() => setAsking(true)}
      />
      {asking && <Deletion segment={segment} onClose={() => setAsking(false)} />}
    </>
  )
}

function Deletion({ segment, onClose }: { segment: AdminSegment; onClose(): void }) {
  const remove = useDeleteSegment()
  const { id, name } = segment
  const { data: uses } = useQuery(segmentUses(String(id)))
  return (
    <DeleteUsed
      uses={uses}
      words={{
        title: t('segments.deleteTitle', { name }),
        text: t('segments.deleteText'),
        label: t('segments.delete'),
        inUseTitle: t('segments.inUseTitle', { name }),
        inUseText: t('segments.inUseText'),
        rules: t('segments.rules'),
      }}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(segment, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
