import type { TagType } from '@flagstaff/contract/tags'
import { useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { EditAndDelete } from '../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { t } from './messages.ts'
import { useDeleteTagType } from './queries.ts'

export function TagTypeMenu({ type }: { type: TagType }) {
  const [asking, setAsking] = useState(false)
  const refusal = useCan('DELETE_TAG_TYPE')
  const remove = useDeleteTagType()
  const { name } = type
  return (
    <>
      <EditAndDelete
        name={name}
        to={`/tag-types/edit/${encodeURIComponent(name)}`}
        edit={t('types.edit')}
        remove={t('types.delete')}
        why={name === 'simple' ? t('types.needed') : refusal}
        onDelete={() => setAsking(true)}
      />
      <Confirm
        opened={asking}
        danger
        title={t('types.deleteTitle', { name })}
        label={t('types.delete')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(type, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>{t('types.deleteText', { flags: type.usedInFeatures ?? 0 })}</p>
      </Confirm>
    </>
  )
}
