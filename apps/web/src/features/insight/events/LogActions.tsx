import { Button, Menu } from '@mantine/core'
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import { toCsv } from './csv.ts'
import classes from './EventLog.module.css'
import type { EventLogProps } from './EventLog.tsx'
import { t } from './messages.ts'
import { readAllEvents } from './queries.ts'

/** Pauses live updates, and exports the filtered events. */
export function LogActions({ search, onSearch, fixed = {} }: EventLogProps) {
  const { paused } = search
  return (
    <>
      <Button
        variant="default"
        leftSection={<i className={classes.pulse} data-on={!paused || undefined} />}
        rightSection={
          paused ? <IconPlayerPlay size={13} stroke={1.75} /> : <IconPlayerPause size={13} stroke={1.75} />
        }
        onClick={() => onSearch({ ...search, paused: paused ? undefined : true })}
      >
        {t(paused ? 'log.paused' : 'log.following')}
        <span className="hidden">{t(paused ? 'log.follow' : 'log.pause')}</span>
      </Button>
      <Export search={{ ...search, ...fixed }} />
    </>
  )
}

function Export({ search }: { search: EventLogProps['search'] }) {
  const [count, setCount] = useState<number>()
  const run = async (kind: 'csv' | 'json') => {
    setCount(0)
    try {
      const events = await readAllEvents(search, setCount)
      const text = kind === 'csv' ? toCsv(events) : JSON.stringify(events, null, 2)
      save(`events.${kind}`, kind === 'csv' ? 'text/csv' : 'application/json', text)
      showToast(t('export.done', { count: events.length }))
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
    } finally {
      setCount(undefined)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} stroke={1.75} />}>
          {count === undefined ? t('export.label') : t('export.busy', { count })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void run('csv')}>{t('export.csv')}</Menu.Item>
        <Menu.Item onClick={() => void run('json')}>{t('export.json')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function save(name: string, type: string, text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
