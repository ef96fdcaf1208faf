import { t } from '../messages/en.ts'
import classes from './Loading.module.css'

const LIGHTEST = 0.15

/** Skeleton of a list, with rows of their final height. */
export function Loading({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  return (
    <div className={classes.rows} role="status" aria-label={t('state.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <div key={row} className={classes.row} style={{ height, opacity: 1 - (row / rows) * (1 - LIGHTEST) }}>
          <i className={classes.name} style={{ width: `${32 - (row % 3) * 6}%` }} />
          <i className={classes.cell} />
          <i className={classes.cell} />
          <i className={classes.cell} />
        </div>
      ))}
    </div>
  )
}

/** Skeleton of a page of cards: a title, and the number of lines in each card. */
export function LoadingCards({ title = false, cards }: { title?: boolean; cards: readonly number[] }) {
  return (
    <div className={classes.cards} role="status" aria-label={t('state.loading')}>
      {title && <i className={classes.title} />}
      {cards.map((lines, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <div key={card} className={classes.card}>
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
            <i key={line} style={{ width: line === 0 ? '24%' : `${64 - (line % 3) * 12}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
