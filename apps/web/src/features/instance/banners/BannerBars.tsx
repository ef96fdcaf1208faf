import type { Banner } from '@flagstaff/contract/banners'
import { useEffect, useRef } from 'react'
import { setPreference, usePreference } from '../../../lib/preferences.ts'
import { Scrollable } from '../../../ui/Scrollable.tsx'
import { BannerBar } from './BannerBar.tsx'
import classes from './banners.module.css'
import { t } from './messages.ts'

/** A banner that was changed or turned on again is shown again. */
const keyOf = ({ id, objectVersion }: Banner) => `${id}.${objectVersion}`

/** Above the page, until they are dismissed in this browser. */
export function BannerBars({ banners }: { banners: readonly Banner[] }) {
  const dismissed = usePreference('dismissed-banners', '').split(' ')
  const shown = banners.filter((banner) => !dismissed.includes(keyOf(banner)))
  const dismiss = (banner: Banner) => {
    const stillThere = banners.map(keyOf).filter((key) => dismissed.includes(key))
    setPreference('dismissed-banners', [...stillThere, keyOf(banner)].join(' '))
  }
  if (shown.length === 0) return null
  return (
    <section aria-label={t('bar.region')} aria-live="polite">
      {shown.map((banner) => (
        <BannerBar key={banner.id} banner={banner} onDismiss={() => dismiss(banner)} />
      ))}
    </section>
  )
}

type PinnedBannersProps = { banners: readonly Banner[]; onHeight(height: number): void }

/** In the header, which grows with them. */
export function PinnedBanners({ banners, onHeight }: PinnedBannersProps) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => onHeight(element.offsetHeight))
    observer.observe(element)
    return () => {
      observer.disconnect()
      onHeight(0)
    }
  }, [onHeight])
  return (
    <Scrollable ref={ref} className={classes.pinned} aria-label={t('bar.pinned')} aria-live="polite">
      {banners.map((banner) => (
        <BannerBar key={banner.id} banner={banner} />
      ))}
    </Scrollable>
  )
}
