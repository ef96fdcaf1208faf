import type { ReleaseTemplate } from '@flagstaff/contract/release-templates'
import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { t } from './messages.ts'
import { useTemplateRefusal } from './permitted.ts'
import { useArchiveTemplate, useDeleteTemplate, useReviveTemplate } from './queries.ts'

export function TemplateMenu({ template }: { template: ReleaseTemplate }) {
  const [asked, setAsked] = useState<'archive' | 'delete'>()
  const why = useTemplateRefusal(template.project ?? null, 'remove')
  const archive = useArchiveTemplate()
  const revive = useReviveTemplate()
  const remove = useDeleteTemplate()
  const { id, name } = template
  const close = () => setAsked(undefined)
  return (
    <>
      <ActionsMenu name={name}>
        <Menu.Item
          component={Link}
          to={`/release-templates/edit/${id}`}
          leftSection={<IconPencil size={14} stroke={1.75} />}
        >
          {t('templates.edit')}
        </Menu.Item>
        {template.archivedAt ? (
          <MenuAction
            why={why}
            icon={<IconArchiveOff size={14} stroke={1.75} />}
            onClick={() => revive.mutate(template)}
          >
            {t('templates.revive')}
          </MenuAction>
        ) : (
          <MenuAction
            why={why}
            icon={<IconArchive size={14} stroke={1.75} />}
            onClick={() => setAsked('archive')}
          >
            {t('templates.archive')}
          </MenuAction>
        )}
        <MenuAction
          danger
          why={why}
          icon={<IconTrash size={14} stroke={1.75} />}
          onClick={() => setAsked('delete')}
        >
          {t('templates.delete')}
        </MenuAction>
      </ActionsMenu>
      <Confirm
        opened={asked === 'archive'}
        title={t('templates.archiveTitle', { name })}
        label={t('templates.archive')}
        busy={archive.isPending}
        error={archive.error}
        onConfirm={() => archive.mutate(template, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('templates.archiveText')}</p>
      </Confirm>
      <Confirm
        opened={asked === 'delete'}
        danger
        title={t('templates.deleteTitle', { name })}
        label={t('templates.delete')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(template, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('templates.deleteText')}</p>
      </Confirm>
    </>
  )
}
