import type { User } from '@flagstaff/contract/accounts'
import { Button, Modal } from '@mantine/core'
import { IconKey, IconPencil, IconTrash, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { nameOf } from '../../../ui/Person.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { scimSettings } from '../scim/index.ts'
import { t } from './messages.ts'
import { useDeleteUser, useResetPassword } from './queries.ts'
import classes from './users.module.css'

type UserMenuProps = { user: User; isSelf: boolean; onEdit(): void }

export function UserMenu({ user, isSelf, onEdit }: UserMenuProps) {
  const [asking, setAsking] = useState<'delete' | 'reset'>()
  const why = useCan('ADMIN')
  const { data: scim } = useQuery({ ...scimSettings, enabled: Boolean(user.scimId) })
  const kept = why ?? (user.scimId && scim?.enabled ? t('users.scimKeeps') : undefined)
  const navigate = useNavigate()
  const explain = () => void navigate({ to: '/admin/users/$id/permissions', params: { id: String(user.id) } })
  const close = () => setAsking(undefined)
  return (
    <>
      <ActionsMenu name={nameOf(user)}>
        <MenuAction why={why} icon={<IconUserQuestion size={14} stroke={1.75} />} onClick={explain}>
          {t('users.permissions')}
        </MenuAction>
        <MenuAction why={kept} icon={<IconPencil size={14} stroke={1.75} />} onClick={onEdit}>
          {t('users.edit')}
        </MenuAction>
        <MenuAction why={why} icon={<IconKey size={14} stroke={1.75} />} onClick={() => setAsking('reset')}>
          {t('users.reset')}
        </MenuAction>
        <MenuAction
          danger
          why={kept ?? (isSelf ? t('users.deleteSelf') : undefined)}
          icon={<IconTrash size={14} stroke={1.75} />}
          onClick={() => setAsking('delete')}
        >
          {t('users.delete')}
        </MenuAction>
      </ActionsMenu>
      <Deletion user={user} opened={asking === 'delete'} onClose={close} />
      <Reset user={user} opened={asking === 'reset'} onClose={close} />
    </>
  )
}

type DialogProps = { user: User; opened: boolean; onClose(): void }

function Deletion({ user, opened, onClose }: DialogProps) {
  const remove = useDeleteUser()
  const name = nameOf(user)
  return (
    <Confirm
      opened={opened}
      danger
      title={t('users.deleteTitle', { name })}
      label={t('users.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(user, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('users.deleteText', { name })}</p>
    </Confirm>
  )
}

/** Asks for confirmation, then shows the link in the same dialog. */
function Reset({ user, opened, onClose }: DialogProps) {
  const reset = useResetPassword()
  const name = nameOf(user)
  const link = reset.data?.data.resetPasswordUrl
  const close = () => {
    onClose()
    reset.reset()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={560}
      closeOnClickOutside={!link}
      title={t('users.resetTitle', { name })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <p className={classes.text}>{t(link ? 'users.resetText' : 'users.resetAsk', { name })}</p>
      {link && <Secret value={link} label={t('users.inviteLink')} why={t('users.resetOnce')} />}
      <div className={classes.buttons}>
        {!link && (
          <Button variant="default" onClick={close}>
            {shared('form.cancel')}
          </Button>
        )}
        {link ? (
          <Button variant="default" onClick={close}>
            {t('users.done')}
          </Button>
        ) : (
          <Button data-autofocus loading={reset.isPending} onClick={() => reset.mutate(user)}>
            {t('users.resetDo')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
