import type { Group } from '@flagstaff/contract/accounts'
import { useState } from 'react'
import { useCan } from '../../../../lib/session.ts'
import { EditAndDelete } from '../../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../../ui/Confirm.tsx'
import { t } from '../messages.ts'
import { useDeleteGroup } from '../queries.ts'

export function GroupMenu({ group }: { group: Group }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteGroup()
  const { id, name, userCount = 0 } = group
  return (
    <>
      <EditAndDelete
        name={name}
        to={`/admin/groups/${id}`}
        edit={t('groups.open')}
        remove={t('groups.delete')}
        why={useCan('ADMIN')}
        onDelete={() => setAsking(true)}
      />
      <Confirm
        opened={asking}
        danger
        title={t('groups.deleteTitle', { name })}
        label={t('groups.delete')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(group, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>{t('groups.deleteText', { count: userCount })}</p>
      </Confirm>
    </>
  )
}
