import type { ApiToken } from '@flagstaff/contract/tokens'
import { Modal } from '@mantine/core'
import { IconCalendarTime, IconRefresh, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { formatAge } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { type Expiry, expiryOf } from './expiry.ts'
import { t } from './messages.ts'
import { useDeleteToken, useMoveExpiry } from './queries.ts'
import { RotateToken } from './RotateToken.tsx'
import classes from './tokens.module.css'
import { kindOf } from './views.ts'

const suffixes = { backend: 'CLIENT_API_TOKEN', frontend: 'FRONTEND_API_TOKEN' } as const

export function TokenMenu({ token }: { token: ApiToken }) {
  const [asking, setAsking] = useState<'delete' | 'expiry' | 'rotate'>()
  const remove = useDeleteToken()
  const kind = kindOf(token)
  const suffix = kind === 'admin' ? undefined : suffixes[kind]
  const mayMove = useCan(suffix ? ['ADMIN', `UPDATE_${suffix}`] : 'ADMIN')
  const mayRotate = useCan(suffix ? ['ADMIN', `CREATE_${suffix}`] : 'ADMIN') ?? mayMove
  const mayDelete = useCan(suffix ? ['ADMIN', `DELETE_${suffix}`] : 'ADMIN')
  const { tokenName: name, seenAt } = token
  const close = () => setAsking(undefined)
  return (
    <>
      <ActionsMenu name={name}>
        <MenuAction
          why={mayMove}
          icon={<IconCalendarTime size={14} stroke={1.75} />}
          onClick={() => setAsking('expiry')}
        >
          {t('tokens.moveExpiry')}
        </MenuAction>
        <MenuAction
          why={mayRotate}
          icon={<IconRefresh size={14} stroke={1.75} />}
          onClick={() => setAsking('rotate')}
        >
          {t('rotate.action')}
        </MenuAction>
        <MenuAction
          danger
          why={mayDelete}
          icon={<IconTrash size={14} stroke={1.75} />}
          onClick={() => setAsking('delete')}
        >
          {t('tokens.delete')}
        </MenuAction>
      </ActionsMenu>
      <Confirm
        opened={asking === 'delete'}
        title={t('tokens.deleteTitle', { name })}
        label={t('tokens.delete')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(token, { onSettled: close })}
        onClose={close}
      >
        <p>{seenAt ? t('tokens.deleteSeen', { age: formatAge(seenAt) }) : t('tokens.deleteUnseen')}</p>
        <p>{t('tokens.deleteFinal')}</p>
      </Confirm>
      <Modal
        opened={asking === 'expiry'}
        onClose={close}
        title={t('tokens.moveTitle', { name })}
        size={400}
        closeButtonProps={{ 'aria-label': shared('form.close') }}
      >
        <MoveExpiry token={token} onDone={close} />
      </Modal>
      <RotateToken token={token} opened={asking === 'rotate'} onClose={close} />
    </>
  )
}

function MoveExpiry({ token, onDone }: { token: ApiToken; onDone(): void }) {
  const move = useMoveExpiry()
  const [expiry, setExpiry] = useState<Expiry>({ choice: '90', day: '' })
  const [tried, setTried] = useState(false)
  const expiresAt = expiryOf(expiry)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (expiresAt) move.mutate({ token, expiresAt }, { onSuccess: onDone })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ExpiryField
        value={expiry}
        onChange={setExpiry}
        withoutNever
        error={tried && !expiresAt ? t('new.dateMissing') : undefined}
      />
      <DialogEnd
        problem={move.error?.message}
        label={t('tokens.save')}
        busy={move.isPending}
        onCancel={onDone}
      />
    </form>
  )
}
