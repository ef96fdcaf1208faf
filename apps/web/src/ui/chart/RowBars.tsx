import classes from './chart.module.css'

type RowBar = { key: string; name: string; value: number; text: string }

/** One horizontal bar per row, with its name and value as text. */
export function RowBars({ label, rows }: { label: string; rows: readonly RowBar[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className={classes.rows} aria-label={label}>
      {rows.map(({ key, name, value, text }) => (
        <li key={key}>
          <span className={classes.rowName}>{name}</span>
          <span className={classes.rowTrack} aria-hidden="true">
            <span style={{ width: `${(value / most) * 100}%` }} />
          </span>
          <b className="num">{text}</b>
        </li>
      ))}
    </ul>
  )
}
