import type { ContextField } from '@flagstaff/contract/context'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { EditAndDelete } from '../../../ui/ActionsMenu.tsx'
import { DeleteUsed } from '../../../ui/DeleteUsed.tsx'
import { t } from './messages.ts'
import { contextUses, useDeleteField } from './queries.ts'

export function ContextMenu({ field }: { field: ContextField }) {
  const [asking, setAsking] = useState(false)
  const { name, project } = field
  const why = useCan(['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'], { project })
  return (
    <>
      <EditAndDelete
        name={name}
        to={`/context/edit/${encodeURIComponent(name)}`}
        edit={t('context.edit')}
        remove={t('context.delete')}
        why={why}
        onDelete={() => setAsking(true)}
      />
      {asking && <Deletion field={field} onClose={() => setAsking(false)} />}
    </>
  )
}

function Deletion({ field, onClose }: { field: ContextField; onClose(): void }) {
  const remove = useDeleteField()
  const { name } = field
  const { data: uses } = useQuery(contextUses(name))
  return (
    <DeleteUsed
      uses={uses}
      words={{
        title: t('context.deleteTitle', { name }),
        text: t('context.deleteText'),
        label: t('context.delete'),
        inUseTitle: t('context.inUseTitle', { name }),
        inUseText: t('context.inUseText'),
        rules: t('context.rules'),
      }}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(field, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
