import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { IconArchive, IconClockX, IconCopyPlus, IconDots, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommand } from '../../../lib/commands.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { useCan } from '../../../lib/session.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useArchiving } from './archiving.tsx'
import { CloneDialog } from './CloneDialog.tsx'
import { t } from './messages.ts'
import { partOf } from './place.ts'
import { type Place, telling, useMarkStale } from './queries.ts'

type Action = {
  id: string
  label: string
  icon: typeof IconPencil
  refusal: string | undefined
  danger?: boolean
  hint?: string
  run(): void
}

export function FlagActions({ place, flag }: { place: Place; flag: Feature }) {
  const [open, setOpen] = useState(false)
  const [cloning, setCloning] = useState(false)
  const navigate = useNavigate()
  const mark = useMarkStale(place)
  const archive = useArchiving(place, flag)
  const { project } = place
  const { stale = false } = flag
  const mayEdit = useCan('UPDATE_FEATURE', { project })
  const mayCreate = useCan('CREATE_FEATURE', { project })
  const actions: Action[] = [
    {
      id: 'edit',
      label: t('action.edit'),
      icon: IconPencil,
      refusal: mayEdit,
      run: () => void navigate({ to: partOf(place, 'settings') }),
    },
    {
      id: 'clone',
      label: t('action.clone'),
      icon: IconCopyPlus,
      refusal: mayCreate,
      run: () => setCloning(true),
    },
    {
      id: 'stale',
      label: t(stale ? 'action.notStale' : 'action.stale'),
      icon: IconClockX,
      refusal: mayEdit,
      run: () => void telling(mark.mutateAsync({ stale: !stale })),
    },
    {
      id: 'archive',
      label: t('action.archive'),
      icon: IconArchive,
      refusal: archive.refusal,
      danger: true,
      hint: '⇧A',
      run: () => void archive.begin(),
    },
  ]
  useHotkey('.', t('key.actions'), () => setOpen(true))
  useHotkey('Shift+A', t('key.archive'), () => !archive.refusal && archive.ask())
  return (
    <>
      <Menu position="bottom-end" opened={open} onChange={setOpen} width={232}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('head.actions', { flag: flag.name })}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <MenuAction
              key={action.id}
              icon={<action.icon size={14} stroke={1.75} />}
              why={action.refusal}
              danger={action.danger ?? false}
              aside={action.hint && <Kbd>{action.hint}</Kbd>}
              onClick={action.run}
            >
              {action.label}
            </MenuAction>
          ))}
        </Menu.Dropdown>
      </Menu>
      {actions.map((action) => (
        <ActionCommand key={action.id} {...action} />
      ))}
      <CloneDialog place={place} opened={cloning} onClose={() => setCloning(false)} />
    </>
  )
}

function ActionCommand({ id, label, icon: Glyph, refusal, run }: Action) {
  useCommand(`flag.${id}`, label, () => !refusal && run(), <Glyph size={16} stroke={1.5} />)
  return null
}
