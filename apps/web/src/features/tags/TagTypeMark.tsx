import classes from './tags.module.css'

type TagTypeMarkProps = { icon?: string | null | undefined; color?: string | null | undefined }

const MOST_LETTERS = 2

/** The sign of a type on a square edged in its colour. Names of icons, as other tools store them, are not signs. */
export function TagTypeMark({ icon, color }: TagTypeMarkProps) {
  const sign = icon && [...icon].length <= MOST_LETTERS ? icon : ''
  return (
    <span
      className={classes.mark}
      aria-hidden="true"
      data-coloured={color && !/^#f{6}$/i.test(color) ? true : undefined}
      style={color ? { borderBottomColor: color } : undefined}
    >
      {sign}
    </span>
  )
}
