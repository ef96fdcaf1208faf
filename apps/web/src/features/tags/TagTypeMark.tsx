import type { TagType } from '@flagstaff/contract/tags'
import classes from './tags.module.css'

const MOST_LETTERS = 2

/** The sign of a type, or its first letter, edged in its colour. Names of icons, as other tools store them, are no signs. */
export function TagTypeMark({ type: { name, icon, color } }: { type: TagType }) {
  const sign = icon && [...icon].length <= MOST_LETTERS ? icon : name[0]?.toUpperCase()
  const coloured = color && !/^#f{6}$/i.test(color)
  return (
    <span
      className={classes.mark}
      aria-hidden="true"
      data-coloured={coloured ? true : undefined}
      style={coloured ? { borderBottomColor: color } : undefined}
    >
      {sign}
    </span>
  )
}
