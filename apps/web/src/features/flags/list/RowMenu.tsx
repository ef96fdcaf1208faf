import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconClockPause,
  IconCopy,
  IconDots,
  IconFiles,
  IconRestore,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useRefusals } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import classes from './FlagTable.module.css'
import { t } from './messages.ts'
import type { FlagRow } from './queries.ts'
import type { FlagActions } from './useFlagActions.tsx'

export type RowMenuActions = FlagActions & {
  clone(row: FlagRow): void
  tag(row: FlagRow): void
  remove(rows: readonly FlagRow[]): void
}

/** A plain button until it is opened, since a table has many of these. */
export function RowMenu({ row, actions }: { row: FlagRow; actions: RowMenuActions }) {
  const [open, setOpen] = useState<boolean>()
  const button = (
    <button
      type="button"
      className={classes.dots}
      aria-label={shared('list.actions', { name: row.name })}
      aria-haspopup="menu"
      aria-expanded={open ?? false}
      onClick={open === undefined ? () => setOpen(true) : undefined}
    >
      <IconDots size={16} stroke={1.5} />
    </button>
  )
  if (open === undefined) return button
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Items row={row} actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

const icon = { size: 14, stroke: 1.75 } as const

function Items({ row, actions }: { row: FlagRow; actions: RowMenuActions }) {
  const refusalFor = useRefusals()
  const place = { project: row.project }
  const update = refusalFor('UPDATE_FEATURE', place)
  const remove = refusalFor('DELETE_FEATURE', place)
  const item = (label: string, glyph: ReactNode, run: () => void, why?: string, danger = false) => (
    <MenuAction icon={glyph} why={why} danger={danger} onClick={run}>
      {label}
    </MenuAction>
  )
  if (row.archivedAt)
    return (
      <>
        {item(t('menu.copy'), <IconCopy {...icon} />, () => actions.copy(row))}
        {item(t('menu.revive'), <IconRestore {...icon} />, () => actions.revive([row]), update)}
        <Menu.Divider />
        {item(t('menu.delete'), <IconTrash {...icon} />, () => actions.remove([row]), remove, true)}
      </>
    )
  return (
    <>
      {item(
        t(row.favorite ? 'menu.unstar' : 'menu.star'),
        row.favorite ? <IconStarOff {...icon} /> : <IconStar {...icon} />,
        () => actions.star(row),
      )}
      {item(t('menu.copy'), <IconCopy {...icon} />, () => actions.copy(row))}
      {item(
        t('menu.clone'),
        <IconFiles {...icon} />,
        () => actions.clone(row),
        refusalFor('CREATE_FEATURE', place),
      )}
      {item(t('menu.tags'), <IconTag {...icon} />, () => actions.tag(row), update)}
      {item(
        t(row.stale ? 'menu.notStale' : 'menu.stale'),
        <IconClockPause {...icon} />,
        () => actions.stale([row], !row.stale),
        update,
      )}
      <Menu.Divider />
      {item(t('menu.archive'), <IconArchive {...icon} />, () => actions.archive([row]), remove, true)}
    </>
  )
}
