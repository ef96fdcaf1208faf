import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTableDown } from '@tabler/icons-react'
import { boot } from '../../../lib/boot.ts'
import { showToast } from '../../../lib/toasts.ts'
import { t } from './messages.ts'

/** Downloads all users with their roles, groups and projects, for spreadsheets. */
export function AccessTable() {
  const save = async () => {
    const answer = await fetch(`${boot.basePath}/api/admin/access/overview`, {
      headers: { accept: 'text/csv' },
    })
    if (!answer.ok) return showToast(t('users.accessFailed'), { tone: 'bad' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await answer.blob())
    link.download = 'access.csv'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Tooltip label={t('users.access')}>
      <ActionIcon aria-label={t('users.access')} onClick={() => void save()}>
        <IconTableDown size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}
