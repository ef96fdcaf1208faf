import type { ActiveSession } from '@flagstaff/contract/sessions'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { formatAge, formatDay, formatMoment } from '../../../lib/format.ts'
import type { Column } from '../../../ui/List.tsx'
import { t } from './messages.ts'
import classes from './sessions.module.css'

const glyphs = { desktop: IconDeviceDesktop, mobile: IconDeviceMobile, tablet: IconDeviceTablet }

export const deviceOf = ({ browser }: ActiveSession) => browser ?? t('sessions.unknown')

function Device({ session }: { session: ActiveSession }) {
  const Glyph = glyphs[session.deviceType ?? 'desktop']
  return (
    <span className={classes.device}>
      <Glyph size={16} stroke={1.5} />
      <span>
        <b>{deviceOf(session)}</b>{' '}
        {session.current && <span className={classes.here}>{t('sessions.here')}</span>}
        <span className={classes.narrow}>{session.ip}</span>
      </span>
    </span>
  )
}

export const deviceColumn: Column<ActiveSession> = {
  key: 'device',
  label: t('sessions.device'),
  cell: (session) => <Device session={session} />,
}

/** The columns that both session lists share. */
export const sessionColumns: Column<ActiveSession>[] = [
  {
    key: 'address',
    label: t('sessions.address'),
    width: 144,
    wide: true,
    cell: ({ ip }) => <span className="mono dim">{ip}</span>,
  },
  {
    key: 'how',
    label: t('sessions.how'),
    width: 112,
    wide: true,
    cell: ({ authType }) => <span className="dim">{authType}</span>,
  },
  {
    key: 'since',
    label: t('sessions.since'),
    width: 104,
    wide: true,
    cell: ({ createdAt }) => <span className="dim num">{formatDay(createdAt)}</span>,
  },
  {
    key: 'seen',
    label: t('sessions.seen'),
    width: 104,
    cell: ({ seenAt }) =>
      seenAt && (
        <time dateTime={seenAt} title={formatMoment(seenAt)} className="num">
          {formatAge(seenAt)}
        </time>
      ),
  },
]
