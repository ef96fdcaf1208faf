import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon, Badge, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDays } from '../../../lib/format.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { showToast } from '../../../lib/toasts.ts'
import { CopyIcon } from '../../../ui/Copy.tsx'
import { FlagType, wordOfType } from '../../../ui/FlagType.tsx'
import classes from './Flag.module.css'
import { FlagActions } from './FlagActions.tsx'
import { Lifecycle } from './lifecycle/Lifecycle.tsx'
import { ManagedBadge } from './managed/Managed.tsx'
import { t } from './messages.ts'
import { OwnerName } from './people/Owner.tsx'
import { WatchButton } from './people/WatchButton.tsx'
import { partOf } from './place.ts'
import { flagTypes, type Place, useStar } from './queries.ts'

export function FlagHeader({ place, flag }: { place: Place; flag: Feature }) {
  const navigate = useNavigate()
  const star = useStar(place)
  const { favorite = false } = flag
  const toggle = () => star.mutate({ favorite: !favorite })
  useHotkey('f', t('key.star'), toggle)
  useHotkey('h', t('key.history'), () => void navigate({ to: partOf(place, 'logs') }))
  useHotkey('y', t('key.copy'), () => {
    void navigator.clipboard?.writeText(flag.name)
    showToast(t('key.copied', { flag: flag.name }))
  })
  return (
    <header className={classes.head}>
      <div className={classes.identity}>
        <FlagType type={flag.type} size={20} />
        <h1 className={classes.name}>{flag.name}</h1>
        <CopyIcon text={flag.name} what={t('head.name')} />
        <Tooltip label={t(favorite ? 'head.unstar' : 'head.star')}>
          <ActionIcon
            size={24}
            aria-label={t('head.star')}
            aria-pressed={favorite}
            className={classes.star}
            onClick={toggle}
          >
            {favorite ? <IconStarFilled size={14} /> : <IconStar size={14} stroke={1.5} />}
          </ActionIcon>
        </Tooltip>
        <WatchButton place={place} watching={flag.watching ?? false} />
        <div className={classes.actions}>
          <FlagActions place={place} flag={flag} />
        </div>
      </div>
      <Facts place={place} flag={flag} />
    </header>
  )
}

function Facts({ place, flag }: { place: Place; flag: Feature }) {
  const { data: types } = useQuery(flagTypes)
  const { type = 'release', stale } = flag
  const days = types?.find(({ id }) => id === type)?.lifetimeDays
  const word = wordOfType(type)
  return (
    <div className={classes.facts}>
      <Lifecycle place={place} flag={flag} />
      <span>
        {days
          ? t('head.lives', { type: word, span: formatDays(days) })
          : types
            ? t('head.forever', { type: word })
            : word}
      </span>
      <span className={classes.wide}>
        <OwnerName owner={flag.owner} />
      </span>
      <ManagedBadge place={place} />
      {stale && (
        <span>
          <Badge className={classes.stale}>{t('head.stale')}</Badge>
        </span>
      )}
    </div>
  )
}
