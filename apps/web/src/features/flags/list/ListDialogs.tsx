import { lazy, Suspense, useRef } from 'react'
import { Confirm } from '../../../ui/Confirm.tsx'
import { CloneFlag } from './CloneFlag.tsx'
import { t } from './messages.ts'
import { type FlagRow, useDelete } from './queries.ts'
import { SwitchMany } from './SwitchMany.tsx'
import { TagMany } from './TagMany.tsx'

const MoveFlags = lazy(() =>
  import('../move/MoveFlags.tsx').then((module) => ({ default: module.MoveFlags })),
)

const ExportFlags = lazy(() =>
  import('../export/ExportFlags.tsx').then((module) => ({ default: module.ExportFlags })),
)

type ListDialogsProps = {
  /** The selected flags. */
  rows: readonly FlagRow[]
  switching: boolean | undefined
  tagging: readonly FlagRow[]
  cloned: FlagRow | undefined
  moving: readonly FlagRow[]
  exporting: boolean
  doomed: readonly FlagRow[]
  onClose(): void
  /** The action is done, and the selection can be cleared. */
  onDone(): void
}

/** The dialogs of a list of flags. */
export function ListDialogs({
  rows,
  switching,
  tagging,
  cloned,
  moving,
  exporting,
  doomed,
  onClose,
  onDone,
}: ListDialogsProps) {
  const remove = useDelete()
  // Keep the last value, so that a closing dialog still shows it.
  const on = useRef(true)
  if (switching !== undefined) on.current = switching
  const tagged = useRef(tagging)
  if (tagging.length > 0) tagged.current = tagging
  const moved = useRef(moving)
  if (moving.length > 0) moved.current = moving
  const exported = useRef<readonly FlagRow[]>([])
  if (exporting) exported.current = rows
  const [first] = doomed
  const count = doomed.length
  return (
    <>
      <SwitchMany
        open={switching !== undefined}
        rows={rows}
        on={on.current}
        onClose={onClose}
        onDone={onDone}
      />
      <TagMany open={tagging.length > 0} rows={tagged.current} onClose={onClose} onDone={onDone} />
      <CloneFlag row={cloned} onClose={onClose} />
      {moved.current.length > 0 && (
        <Suspense>
          <MoveFlags
            opened={moving.length > 0}
            project={moved.current[0]?.project ?? ''}
            flags={moved.current.map(({ name }) => name)}
            onClose={onClose}
            onMoved={onDone}
          />
        </Suspense>
      )}
      {exported.current.length > 0 && (
        <Suspense>
          <ExportFlags
            opened={exporting}
            project={exported.current[0]?.project ?? ''}
            name=""
            flags={exported.current.map(({ name }) => name)}
            onClose={onClose}
          />
        </Suspense>
      )}
      <Confirm
        opened={count > 0}
        title={t('ask.deleteTitle', { count, name: first?.name ?? '' })}
        label={t('ask.deleteLabel')}
        typed={count === 1 ? (first?.name ?? '') : t('ask.deleteTyped', { count })}
        danger
        busy={remove.isPending}
        onClose={onClose}
        onConfirm={() => remove.mutate(doomed, { onSettled: onDone })}
      >
        <p>{t('ask.deleteText')}</p>
      </Confirm>
    </>
  )
}
