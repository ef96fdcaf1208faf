import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Refusal } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import { MenuAction } from './MenuAction.tsx'

/** All actions for one row, in a menu behind three dots. */
export function ActionsMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('list.actions', { name })}>
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type EditAndDeleteProps = {
  name: string
  /** The URL of its edit page. */
  to: string
  edit: string
  remove: string
  /** Why it cannot be deleted. */
  why: Refusal
  onDelete(): void
}

export function EditAndDelete({ name, to, edit, remove, why, onDelete }: EditAndDeleteProps) {
  return (
    <ActionsMenu name={name}>
      <Menu.Item component={Link} to={to} leftSection={<IconPencil size={14} stroke={1.75} />}>
        {edit}
      </Menu.Item>
      <MenuAction danger why={why} icon={<IconTrash size={14} stroke={1.75} />} onClick={onDelete}>
        {remove}
      </MenuAction>
    </ActionsMenu>
  )
}
