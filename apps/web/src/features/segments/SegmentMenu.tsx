import type { AdminSegment } from '@flagstaff/contract/segments'
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
import { t } from './messages.ts'
import { segmentUses, useDeleteSegment } from './queries.ts'
import classes from './segments.module.css'

export function SegmentMenu({ segment }: { segment: AdminSegment }) {
  const [asking, setAsking] = useState(false)
  const why = useCan(['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], {
    project: segment.project ?? undefined,
  })
  const { id, name } = segment
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
            to={`/segments/edit/${id}`}
            leftSection={<IconPencil size={14} stroke={1.75} />}
          >
            {t('segments.edit')}
          </Menu.Item>
          <MenuAction
            danger
            why={why}
            icon={<IconTrash size={14} stroke={1.75} />}
            onClick={() => setAsking(true)}
          >
            {t('segments.delete')}
          </MenuAction>
        </Menu.Dropdown>
      </Menu>
      {asking && <Deletion segment={segment} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Refused while rules use it, and then it says which. */
function Deletion({ segment, onClose }: { segment: AdminSegment; onClose(): void }) {
  const remove = useDeleteSegment()
  const { data: uses } = useQuery(segmentUses(String(segment.id)))
  const { name } = segment
  if (!uses) return null
  if (uses.length > 0)
    return (
      <Modal
        opened
        onClose={onClose}
        size={560}
        title={t('segments.inUseTitle', { name })}
        closeButtonProps={{ 'aria-label': shared('form.close') }}
      >
        <p className={classes.text}>{t('segments.inUseText')}</p>
        <Uses uses={uses} label={t('segments.rules')} />
      </Modal>
    )
  return (
    <Confirm
      opened
      danger
      title={t('segments.deleteTitle', { name })}
      label={t('segments.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(segment, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('segments.deleteText')}</p>
      {remove.error && (
        <p className={classes.problem} role="alert">
          {remove.error.message}
        </p>
      )}
    </Confirm>
  )
}
