import { Button } from '@mantine/core'
import { IconTool, IconWifiOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { BannerBars, PinnedBanners } from '../features/instance/index.ts'
import type { Live } from '../lib/live.ts'
import { uiConfig } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import classes from './Bars.module.css'

const PATIENCE_MS = 4_000
const LOOK_EVERY_MS = 60_000
export const BAR = 40

export type Bar = 'offline' | 'maintenance'

/** Status bars that are shown on every page, most important first. */
export function useBars(live: Live): Bar[] {
  // Poll as well: not every user gets settings changes over the live stream.
  const { data } = useQuery({ ...uiConfig, refetchInterval: LOOK_EVERY_MS })
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (live.connected) return setLost(false)
    // Wait before reporting a lost connection: a server restart interrupts it briefly.
    const timer = setTimeout(() => setLost(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [live.connected])
  return [
    ...(lost || !live.online ? ['offline' as const] : []),
    ...(data?.maintenanceMode ? ['maintenance' as const] : []),
  ]
}

export function Bars({ bars, live }: { bars: readonly Bar[]; live: Live }) {
  return (
    <div aria-live="polite">
      {bars.includes('offline') && (
        <div className={classes.bar} data-tone="warn">
          <IconWifiOff size={16} stroke={1.5} />
          <span>
            <b>{t('bar.offline')}</b> {t('bar.offlineText')}
          </span>
          <Button variant="default" onClick={live.reconnect}>
            {t('bar.now')}
          </Button>
        </div>
      )}
      {bars.includes('maintenance') && (
        <div className={classes.bar}>
          <IconTool size={16} stroke={1.5} />
          <span>
            <b>{t('bar.maintenance')}</b> {t('bar.maintenanceText')}
          </span>
        </div>
      )}
    </div>
  )
}

/** Banners that scroll with the page, or those pinned below the other bars. */
export function Banners({ onPinned }: { onPinned?: (height: number) => void }) {
  const { data } = useQuery(uiConfig)
  const banners = data?.banners?.filter(({ sticky }) => sticky === (onPinned !== undefined)) ?? []
  if (banners.length === 0) return null
  return (
    <Suspense fallback={null}>
      {onPinned ? <PinnedBanners banners={banners} onHeight={onPinned} /> : <BannerBars banners={banners} />}
    </Suspense>
  )
}
