import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { t } from './messages.ts'
import { useRebase, useRevert } from './renewQueries.ts'

/** Proposes the opposite of an applied request, and opens that draft. */
export function RevertButton({ request: { project, id } }: { request: ChangeRequest }) {
  const navigate = useNavigate()
  const revert = useRevert()
  const open = async () => {
    const { data } = await revert.mutateAsync({ project, id })
    await navigate({
      to: '/projects/$projectId/change-requests/$id',
      params: { projectId: data.project, id: String(data.id) },
    })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
      loading={revert.isPending}
      // A failure is shown as a toast.
      onClick={() => void open().catch(() => {})}
    >
      {t('do.revert')}
    </Button>
  )
}

/** Makes the changes of a request again, based on the current state. */
export function RebaseButton({
  request: { project, id, objectVersion: version },
}: {
  request: ChangeRequest
}) {
  const rebase = useRebase()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={14} stroke={1.75} />}
      loading={rebase.isPending}
      onClick={() => rebase.mutate({ project, id, version })}
    >
      {t('do.rebase')}
    </Button>
  )
}
