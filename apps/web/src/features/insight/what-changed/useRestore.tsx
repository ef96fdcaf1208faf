import type { WhatChanged } from '@flagstaff/contract/what-changed'
import { useState } from 'react'
import { send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { formatMinute } from '../../../lib/format.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import type { Restorable } from './Group.tsx'
import { t } from './messages.ts'

/** Restores an environment of a flag to the start of the period, after showing what this changes. */
export function useRestore({ from, latest }: WhatChanged) {
  const [wanted, setWanted] = useState<Restorable>()
  const change = useChange({
    run: ({ group, place }: Restorable) =>
      send('POST /api/admin/projects/:projectId/environments/:environment/restore', {
        params: { projectId: group.project ?? '', environment: place.environment ?? '' },
        body: { feature: group.id, revision: from.revision, basis: latest },
      }),
    refresh: [[]],
    done: ({ group, place }) => t('restored', { flag: group.name, environment: place.environment ?? '' }),
  })
  const close = () => {
    change.reset()
    setWanted(undefined)
  }
  const names = { flag: wanted?.group.name ?? '', environment: wanted?.place.environment ?? '' }
  const dialog = wanted && (
    <Confirm
      opened
      title={t('restoreTitle', names)}
      label={t('restoreDo')}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(wanted, { onSuccess: close })}
      onClose={close}
    >
      <p>{t('restoreText', { ...names, at: formatMinute(from.at) })}</p>
      <Diff
        lines={(wanted.place.restore?.lines ?? []).map((line) => ({ sign: '~', key: line, content: line }))}
      />
    </Confirm>
  )
  return { ask: setWanted, dialog }
}
