import type { ServiceAccount } from '@flagstaff/contract/service-accounts'
import { IconKey, IconPencil, IconTrash, IconUserQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Refusal } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { t } from './messages.ts'
import { useDeleteAccount } from './queries.ts'

type AccountMenuProps = { account: ServiceAccount; why: Refusal; onEdit(): void; onTokens(): void }

export function AccountMenu({ account, why, onEdit, onTokens }: AccountMenuProps) {
  const remove = useDeleteAccount()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const name = account.name ?? ''
  const navigate = useNavigate()
  const explain = () =>
    void navigate({ to: '/admin/service-accounts/$id/permissions', params: { id: String(account.id) } })
  return (
    <>
      <ActionsMenu name={name}>
        <MenuAction why={why} icon={<IconKey size={14} stroke={1.75} />} onClick={onTokens}>
          {t('service.manage')}
        </MenuAction>
        <MenuAction why={why} icon={<IconPencil size={14} stroke={1.75} />} onClick={onEdit}>
          {t('service.edit')}
        </MenuAction>
        <MenuAction why={why} icon={<IconUserQuestion size={14} stroke={1.75} />} onClick={explain}>
          {t('service.permissions')}
        </MenuAction>
        <MenuAction
          danger
          why={why}
          icon={<IconTrash size={14} stroke={1.75} />}
          onClick={() => setAsking(true)}
        >
          {t('service.delete')}
        </MenuAction>
      </ActionsMenu>
      <Confirm
        opened={asking}
        danger
        title={t('service.deleteTitle', { name })}
        label={t('service.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(account, { onSettled: close })}
        onClose={close}
      >
        <p>{t('service.deleteText')}</p>
      </Confirm>
    </>
  )
}
