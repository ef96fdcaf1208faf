import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon, Kbd, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowsDiff,
  IconCircleCheck,
  IconClockX,
  IconCopyPlus,
  IconDots,
  IconFolderSymlink,
  IconPencil,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { t as move } from '../move/messages.ts'
import { useArchiving } from './archiving.tsx'
import { CloneDialog } from './CloneDialog.tsx'
import { t as lifecycle } from './lifecycle/messages.ts'
import { useUncomplete } from './lifecycle/queries.ts'
import { t } from './messages.ts'
import { partOf, pathOf } from './place.ts'
import { type Place, useMarkStale, withErrorToast } from './queries.ts'

const CompleteDialog = lazy(() =>
  import('./lifecycle/CompleteDialog.tsx').then((module) => ({ default: module.CompleteDialog })),
)
const MoveFlags = lazy(() =>
  import('../move/MoveFlags.tsx').then((module) => ({ default: module.MoveFlags })),
)

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
  const [completing, setCompleting] = useState<boolean>()
  const [moving, setMoving] = useState<boolean>()
  const navigate = useNavigate()
  const mark = useMarkStale(place)
  const uncomplete = useUncomplete(place)
  const archive = useArchiving(place, flag)
  const { project } = place
  const { stale = false } = flag
  const mayEdit = useCan('UPDATE_FEATURE', { project })
  const mayCreate = useCan('CREATE_FEATURE', { project })
  const mayMove = useCan('MOVE_FEATURE_TOGGLE', { project })
  const completed = flag.lifecycle?.stage === 'completed'
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
      run: () => void withErrorToast(mark.mutateAsync({ stale: !stale })),
    },
    {
      id: 'complete',
      label: lifecycle(completed ? 'complete.undo' : 'complete.do'),
      icon: IconCircleCheck,
      refusal: mayEdit,
      run: () => (completed ? void withErrorToast(uncomplete.mutateAsync()) : setCompleting(true)),
    },
    {
      id: 'compare',
      label: t('action.compare'),
      icon: IconArrowsDiff,
      refusal: undefined,
      run: () =>
        void navigate({
          to: '/projects/$projectId/compare',
          params: { projectId: project },
          search: { feature: flag.name },
        }),
    },
    {
      id: 'move',
      label: move('card.do'),
      icon: IconFolderSymlink,
      refusal: mayMove,
      run: () => setMoving(true),
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
      <Suspense>
        {completing !== undefined && (
          <CompleteDialog place={place} opened={completing} onClose={() => setCompleting(false)} />
        )}
        {moving !== undefined && (
          <MoveFlags
            opened={moving}
            project={project}
            flags={[flag.name]}
            onClose={() => setMoving(false)}
            onMoved={(target) => void navigate({ to: pathOf({ ...place, project: target }) })}
          />
        )}
      </Suspense>
    </>
  )
}

function ActionCommand({ id, label, icon: Glyph, refusal, run }: Action) {
  useCommand(`flag.${id}`, label, () => !refusal && run(), <Glyph size={16} stroke={1.5} />)
  return null
}
