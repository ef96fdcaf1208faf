import type { ContextField } from '@flagstaff/contract/context'
import { ActionIcon, Menu, Modal } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../lib/session.ts'
import { t as shared } from '../../messages/en.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { Uses } from '../../ui/Uses.tsx'
import classes from './context.module.css'
import { t } from './messages.ts'
import { contextUses, useDeleteField } from './queries.ts'

export function ContextMenu({ field }: { field: ContextField }) {
  const [asking, setAsking] = useState(false)
  const { name, project } = field
  const why = useCan(['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'], { project })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={shared('list.actions', { name })}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/context/edit/${encodeURIComponent(name)}`}
            leftSection={<IconPencil size={14} stroke={1.75} />}
          >
            {t('context.edit')}
          </Menu.Item>
          <MenuAction
            danger
            why={why}
            icon={<IconTrash size={14} stroke={1.75} />}
            onClick={() => setAsking(true)}
          >
            {t('context.delete')}
          </MenuAction>
        </Menu.Dropdown>
      </Menu>
      {asking && <Deletion field={field} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Refused while rules ask for it, and then it says which. */
function Deletion({ field, onClose }: { field: ContextField; onClose(): void }) {
  const remove = useDeleteField()
  const { name } = field
  const { data: uses } = useQuery(contextUses(name))
  if (!uses) return null
  if (uses.length > 0)
    return (
      <Modal
        opened
        onClose={onClose}
        size={560}
        title={t('context.inUseTitle', { name })}
        closeButtonProps={{ 'aria-label': shared('form.close') }}
      >
        <p className={classes.text}>{t('context.inUseText')}</p>
        <Uses uses={uses} label={t('context.rules')} />
      </Modal>
    )
  return (
    <Confirm
      opened
      danger
      title={t('context.deleteTitle', { name })}
      label={t('context.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(field, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('context.deleteText')}</p>
      {remove.error && (
        <p className={classes.problem} role="alert">
          {remove.error.message}
        </p>
      )}
    </Confirm>
  )
}
