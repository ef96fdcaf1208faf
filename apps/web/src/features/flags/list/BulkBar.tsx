import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconClockPause,
  IconDots,
  IconFileExport,
  IconFolderSymlink,
  IconRestore,
  IconTag,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { useRefusals } from '../../../lib/session.ts'
import { formatRich } from '../../../messages/messages.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import classes from './BulkBar.module.css'
import { t, texts } from './messages.ts'
import type { FlagRow } from './queries.ts'

type Act = {
  key: string
  label: string
  icon: ReactNode
  why: string | undefined
  danger?: boolean
  run(): void
}

type BulkBarProps = {
  rows: readonly FlagRow[]
  archived: boolean
  onSwitch(on: boolean): void
  onTags(): void
  onStale(): void
  onMove(): void
  onExport(): void
  onArchive(): void
  onRevive(): void
  onDelete(): void
  onClear(): void
}

const icon = { size: 15, stroke: 1.5 } as const

export function BulkBar(props: BulkBarProps) {
  const {
    rows,
    archived,
    onSwitch,
    onTags,
    onStale,
    onMove,
    onExport,
    onArchive,
    onRevive,
    onDelete,
    onClear,
  } = props
  const refusalFor = useRefusals()
  const refusal = (permission: Parameters<typeof refusalFor>[0]) => {
    const refused = rows.find(({ project }) => refusalFor(permission, { project }))
    return refused && refusalFor(permission, { project: refused.project })
  }
  const update = refusal('UPDATE_FEATURE')
  const remove = refusal('DELETE_FEATURE')
  const isSpread = new Set(rows.map(({ project }) => project)).size > 1
  const move = isSpread ? t('bulk.moveSeveral') : refusal('MOVE_FEATURE_TOGGLE')
  const acts: Act[] = archived
    ? [
        {
          key: 'revive',
          label: t('bulk.revive'),
          icon: <IconRestore {...icon} />,
          why: update,
          run: onRevive,
        },
        {
          key: 'delete',
          label: t('bulk.delete'),
          icon: <IconTrash {...icon} />,
          why: remove,
          danger: true,
          run: onDelete,
        },
      ]
    : [
        {
          key: 'on',
          label: t('bulk.enable'),
          icon: <IconToggleRight {...icon} />,
          why: undefined,
          run: () => onSwitch(true),
        },
        {
          key: 'off',
          label: t('bulk.disable'),
          icon: <IconToggleLeft {...icon} />,
          why: undefined,
          run: () => onSwitch(false),
        },
        {
          key: 'tags',
          label: t('bulk.tags'),
          icon: <IconTag {...icon} />,
          why: update,
          run: onTags,
        },
        {
          key: 'stale',
          label: t('bulk.stale'),
          icon: <IconClockPause {...icon} />,
          why: update,
          run: onStale,
        },
        {
          key: 'move',
          label: t('bulk.move'),
          icon: <IconFolderSymlink {...icon} />,
          why: move,
          run: onMove,
        },
        {
          key: 'export',
          label: t('bulk.export'),
          icon: <IconFileExport {...icon} />,
          why: undefined,
          run: onExport,
        },
        {
          key: 'archive',
          label: t('bulk.archive'),
          icon: <IconArchive {...icon} />,
          why: remove,
          danger: true,
          run: onArchive,
        },
      ]
  useHotkey('Shift+E', t('key.enable'), () => !archived && onSwitch(true))
  useHotkey('t', t('key.tag'), () => !archived && !update && onTags())
  useHotkey('Shift+A', t('key.archive'), () => !archived && !remove && onArchive())
  // Escape closes an open menu first.
  useHotkey('Escape', t('bulk.clear'), () => !document.querySelector('[role=menu]') && onClear())
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('bulk.label')}>
      <span className={classes.count} role="status">
        {formatRich(texts['bulk.selected'], {
          count: rows.length,
          b: (parts: string[]) => (
            <b key="b" className="num">
              {parts}
            </b>
          ),
        })}
      </span>
      <i />
      {acts.map(({ key, label, icon: glyph, why, danger, run }, index) => (
        <Refused key={key} why={why}>
          <Button
            variant="subtle"
            color="gray"
            className={`${danger && !why ? classes.danger : ''} ${index > 1 ? classes.wide : ''}`}
            leftSection={glyph}
            aria-disabled={why ? true : undefined}
            onClick={why ? undefined : run}
          >
            {label}
          </Button>
        </Refused>
      ))}
      {acts.length > 2 && (
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon className={classes.narrow ?? ''} aria-label={t('bulk.more')} size={36}>
              <IconDots size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {acts.slice(2).map(({ key, label, icon: glyph, why, danger = false, run }) => (
              <MenuAction key={key} icon={glyph} why={why} danger={danger} onClick={run}>
                {label}
              </MenuAction>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ActionIcon className={classes.close ?? ''} aria-label={t('bulk.clear')} onClick={onClear}>
        <IconX size={16} stroke={1.5} />
      </ActionIcon>
    </div>
  )
}
