import type { Environment } from '@flagstaff/contract/environments'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../lib/session.ts'
import { t as shared } from '../../messages/en.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import classes from './environments.module.css'
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={shared('list.actions', { name })}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
        </Menu.Dropdown>
      </Menu>
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
      {remove.error && (
        <p className={classes.problem} role="alert">
          {remove.error.message}
        </p>
      )}
    </Confirm>
  )
}
