import type { TagType } from '@flagstaff/contract/tags'
import classes from './tags.module.css'

const MOST_LETTERS = 2

/**
 * The icon of a tag type, or its initial, with a border in its colour. Icon names, as other tools store them, are
 * ignored.
 */
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
