import type { FlagOwner } from '@flagstaff/contract/common'
import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCommand } from '../../../../lib/pageCommands.ts'
import { useCan } from '../../../../lib/session.ts'
import { Person } from '../../../../ui/Person.tsx'
import { Refused } from '../../../../ui/Refused.tsx'
import type { Place } from '../queries.ts'
import { t } from './messages.ts'
import classes from './people.module.css'

const OwnerDialog = lazy(() =>
  import('./OwnerDialog.tsx').then((module) => ({ default: module.OwnerDialog })),
)

export function OwnerName({ owner }: { owner: FlagOwner | null | undefined }) {
  if (!owner) return <span className="faint">{t('owner.none')}</span>
  if (owner.type === 'user') return <Person name={owner.name} />
  return (
    <span className={classes.group}>
      <IconUsersGroup size={16} stroke={1.5} aria-hidden="true" />
      {owner.name}
    </span>
  )
}

/** The owner of a flag, with a button to change it. */
export function Owner({ place, flag }: { place: Place; flag: Feature }) {
  const why = useCan('UPDATE_FEATURE', { project: place.project })
  const [opened, setOpened] = useState<boolean>()
  const open = () => {
    if (!why) setOpened(true)
  }
  useCommand('flag.owner', t('owner.edit'), open, <IconUser size={16} stroke={1.5} />)
  return (
    <span className={classes.owner}>
      <OwnerName owner={flag.owner} />
      <Refused why={why}>
        <ActionIcon
          size={24}
          aria-label={t('owner.edit')}
          aria-disabled={why ? true : undefined}
          onClick={open}
        >
          <IconPencil size={14} stroke={1.5} />
        </ActionIcon>
      </Refused>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <OwnerDialog
            place={place}
            owner={flag.owner ?? null}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </span>
  )
}
