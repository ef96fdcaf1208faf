import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Refusal, useCan } from '../../../../lib/session.ts'
import { Confirm } from '../../../../ui/Confirm.tsx'
import { Refused } from '../../../../ui/Refused.tsx'
import { SettingsCard } from '../../../../ui/Settings.tsx'
import { t } from '../messages.ts'
import { useArchiveProject, useDeleteProject } from '../queries.ts'
import type { PlaceProps } from './place.ts'
import classes from './settings.module.css'

/** Destructive actions, with the reasons why they are not allowed. */
export function Danger({ id, project }: PlaceProps) {
  const navigate = useNavigate()
  const archive = useArchiveProject()
  const remove = useDeleteProject()
  const [asking, setAsking] = useState<'archive' | 'delete'>()
  const flags = (project.featureTypeCounts ?? []).reduce((sum, { count }) => sum + count, 0)
  const notAllowed = useCan('DELETE_PROJECT', { project: id })
  const blocked =
    notAllowed ??
    (id === 'default' ? t('settings.deleteDefault') : undefined) ??
    (flags > 0 ? t('settings.archiveBlocked', { count: flags }) : undefined)
  const named = { id, name: project.name }
  const leave = () => void navigate({ to: '/projects' })
  const close = () => setAsking(undefined)
  return (
    <SettingsCard title={t('settings.danger')}>
      <Act
        text={t('settings.archiveText')}
        label={t('settings.archive')}
        why={blocked}
        onClick={() => setAsking('archive')}
      />
      <Act
        text={t('settings.deleteText')}
        label={t('settings.delete')}
        why={blocked}
        onClick={() => setAsking('delete')}
      />
      <Confirm
        opened={asking === 'archive'}
        title={t('settings.archiveAsk', named)}
        label={t('settings.archive')}
        busy={archive.isPending}
        onClose={close}
        onConfirm={() => archive.mutate(named, { onSuccess: leave, onError: close })}
      >
        <p>{t('settings.archiveText')}</p>
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={t('archive.deleteTitle', named)}
        label={t('archive.delete', named)}
        typed={id}
        danger
        busy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate(named, { onSuccess: leave, onError: close })}
      >
        <p>{t('archive.deleteText')}</p>
      </Confirm>
    </SettingsCard>
  )
}

type ActProps = { text: string; label: string; why: Refusal; onClick(): void }

function Act({ text, label, why, onClick }: ActProps) {
  return (
    <div className={classes.row}>
      <Refused why={why}>
        <Button
          variant="default"
          className={why ? undefined : (classes.danger ?? '')}
          aria-disabled={why ? true : undefined}
          onClick={why ? undefined : onClick}
        >
          {label}
        </Button>
      </Refused>
      <p className="dim small">{why ?? text}</p>
    </div>
  )
}
