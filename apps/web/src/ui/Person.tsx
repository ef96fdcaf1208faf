import classes from './Person.module.css'

type Named = {
  name?: string | null | undefined
  username?: string | null | undefined
  email?: string | null | undefined
  id?: number
}

export const nameOf = ({ name, username, email, id }: Named): string =>
  name || username || email || String(id ?? '')

/** Neutral initials and a name, without a colour per person. */
export function Person({ name, size = 20, bare = false }: { name: string; size?: number; bare?: boolean }) {
  const initials = name
    .split(/[\s.@_-]+/)
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()
  return (
    <span className={classes.person} title={name}>
      <span className={classes.initials} style={{ width: size, height: size }} aria-hidden="true">
        {initials}
      </span>
      <span className={bare ? 'hidden' : undefined}>{name}</span>
    </span>
  )
}
