import type { TagType } from '@flagstaff/contract/tags'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../lib/session.ts'
import { t as shared } from '../../messages/en.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { t } from './messages.ts'
import { useDeleteTagType } from './queries.ts'
import classes from './tags.module.css'

export function TagTypeMenu({ type }: { type: TagType }) {
  const [asking, setAsking] = useState(false)
  const refusal = useCan('DELETE_TAG_TYPE')
  const remove = useDeleteTagType()
  const { name } = type
  const why = name === 'simple' ? t('types.needed') : refusal
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
            to={`/tag-types/edit/${encodeURIComponent(name)}`}
            leftSection={<IconPencil size={14} stroke={1.75} />}
          >
            {t('types.edit')}
          </Menu.Item>
          <MenuAction
            danger
            why={why}
            icon={<IconTrash size={14} stroke={1.75} />}
            onClick={() => setAsking(true)}
          >
            {t('types.delete')}
          </MenuAction>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking}
        danger
        title={t('types.deleteTitle', { name })}
        label={t('types.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(type, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>{t('types.deleteText', { flags: type.usedInFeatures ?? 0 })}</p>
        {remove.error && (
          <p className={classes.problem} role="alert">
            {remove.error.message}
          </p>
        )}
      </Confirm>
    </>
  )
}
