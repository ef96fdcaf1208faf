import type { Environment } from '@flagstaff/contract/environments'
import { IconArrowDown, IconArrowUp, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { t } from './messages.ts'
import { useDeleteEnvironment } from './queries.ts'

type EnvironmentMenuProps = {
  environment: Environment
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

export function EnvironmentMenu({ environment, onUp, onDown }: EnvironmentMenuProps) {
  const { name } = environment
  const navigate = useNavigate()
  const why = useCan('ADMIN')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ActionsMenu name={name}>
        <MenuAction
          icon={<IconPencil size={14} stroke={1.75} />}
          onClick={() => void navigate({ to: '/environments/$name', params: { name } })}
        >
          {t('env.edit')}
        </MenuAction>
        <MenuAction
          why={why}
          icon={<IconCopy size={14} stroke={1.75} />}
          onClick={() => void navigate({ to: '/environments/$name/clone', params: { name } })}
        >
          {t('env.clone')}
        </MenuAction>
        {onUp && (
          <MenuAction why={why} icon={<IconArrowUp size={14} stroke={1.75} />} onClick={onUp}>
            {t('env.up')}
          </MenuAction>
        )}
        {onDown && (
          <MenuAction why={why} icon={<IconArrowDown size={14} stroke={1.75} />} onClick={onDown}>
            {t('env.down')}
          </MenuAction>
        )}
        <MenuAction
          danger
          why={why ?? (environment.protected ? t('env.protected') : undefined)}
          icon={<IconTrash size={14} stroke={1.75} />}
          onClick={() => setAsking(true)}
        >
          {t('env.delete')}
        </MenuAction>
      </ActionsMenu>
      <Deletion environment={environment} opened={asking} onClose={() => setAsking(false)} />
    </>
  )
}

type DeletionProps = { environment: Environment; opened: boolean; onClose(): void }

function Deletion({ environment, opened, onClose }: DeletionProps) {
  const remove = useDeleteEnvironment()
  const { name } = environment
  return (
    <Confirm
      opened={opened}
      danger
      title={t('env.deleteTitle', { name })}
      label={t('env.delete')}
      typed={name}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(environment, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('env.deleteText')}</p>
      <p>
        <b>
          {t('env.deleteCounts', {
            flags: environment.enabledToggleCount ?? 0,
            projects: environment.projectCount ?? 0,
            tokens: environment.apiTokenCount ?? 0,
          })}
        </b>
      </p>
    </Confirm>
  )
}
