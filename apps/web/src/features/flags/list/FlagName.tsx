import { IconStarFilled } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { boot } from '../../../lib/boot.ts'
import { pathOf } from '../../../lib/flagPath.ts'
import classes from './FlagTable.module.css'
import { t } from './messages.ts'
import type { FlagRow } from './queries.ts'

/** The first line of a row: the name and its badges. */
export function FlagName({ row, index }: { row: FlagRow; index: number }) {
  return (
    <div className={classes.first}>
      <RowLink to={pathOf(row)} id={`flag-${index}`}>
        {row.name}
      </RowLink>
      {row.favorite && (
        <>
          <IconStarFilled size={12} className={classes.star} aria-hidden="true" />
          <span className="hidden">{t('row.favorite')}</span>
        </>
      )}
      {(row.stale || row.potentiallyStale) && (
        <span className={classes.stale}>{t(row.stale ? 'row.stale' : 'row.maybeStale')}</span>
      )}
    </div>
  )
}

/** A link without router state, so that it does not rerender on navigation. Preloads on hover. */
function RowLink({ to, id, children }: { to: string; id: string; children: ReactNode }) {
  const router = useRouter()
  const prepare = () => void router.preloadRoute({ to }).catch(() => {})
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <a
      href={boot.basePath + to}
      id={id}
      className={classes.link}
      onClick={go}
      onMouseEnter={prepare}
      onFocus={prepare}
    >
      {children}
    </a>
  )
}
