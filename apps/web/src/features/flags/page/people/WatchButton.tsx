import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useCommand } from '../../../../lib/pageCommands.ts'
import type { Place } from '../queries.ts'
import { t } from './messages.ts'
import classes from './people.module.css'
import { useWatch } from './queries.ts'

/** Turns notifications of the flag on and off for the user. */
export function WatchButton({ place, watching }: { place: Place; watching: boolean }) {
  const watch = useWatch(place)
  const toggle = () => watch.mutate({ watching: !watching })
  useCommand('flag.watch', t('watch.key'), toggle, <IconBell size={16} stroke={1.5} />)
  return (
    <Tooltip label={t(watching ? 'watch.undo' : 'watch.do')}>
      <ActionIcon
        size={24}
        aria-label={t('watch.do')}
        aria-pressed={watching}
        className={classes.watch}
        onClick={toggle}
      >
        {watching ? <IconBellFilled size={14} /> : <IconBell size={14} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  )
}
