import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from '../../../ui/Confirm.tsx'
import { t } from './messages.ts'
import { useDeleteInactive } from './queries.ts'

export function DeleteInactive({ ids }: { ids: number[] }) {
  const remove = useDeleteInactive()
  const [asking, setAsking] = useState(false)
  const count = ids.length
  const close = () => setAsking(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={14} stroke={1.75} />}
        onClick={() => setAsking(true)}
      >
        {t('users.deleteInactive', { count })}
      </Button>
      <Confirm
        opened={asking}
        danger
        title={t('users.deleteInactiveTitle', { count })}
        label={t('users.deleteInactive', { count })}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(ids, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('users.deleteInactiveText')}</p>
      </Confirm>
    </>
  )
}
