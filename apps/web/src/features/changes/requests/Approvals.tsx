import { t } from './messages.ts'
import classes from './parts.module.css'

const MOST_DOTS = 6

/** Approvals given and needed, as dots and a number. */
export function Approvals({ given, needed }: { given: number; needed: number }) {
  if (needed === 0) return <span className="faint">{t('approvals.none')}</span>
  const dots = needed <= MOST_DOTS ? Array.from({ length: needed }, (_, index) => index < given) : []
  return (
    <span className={classes.approvals}>
      <span className={classes.dots} aria-hidden="true">
        {dots.map((on, index) => (
          <i key={String(index)} data-on={on || undefined} />
        ))}
      </span>
      <span className="num">{t('approvals.of', { given, needed })}</span>
    </span>
  )
}
