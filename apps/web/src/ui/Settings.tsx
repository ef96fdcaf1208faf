import { Button, NavLink, Select } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, Fragment, type ReactNode, useId } from 'react'
import { formatNumber } from '../lib/format.ts'
import type { Refusal } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import { ReadOnly, Refused } from './Refused.tsx'
import classes from './Settings.module.css'

export type SettingsPlace = {
  to: string
  label: string
  /** Said above the first place of a group. */
  group?: string
  count?: number | undefined
}

type SettingsPageProps = {
  /** What the list of places is called. */
  label: string
  places: readonly SettingsPlace[]
  current: string
  children: ReactNode
}

/** The anatomy of settings: places on the left (a select on phones), the chosen one beside them. */
export function SettingsPage({ label, places, current, children }: SettingsPageProps) {
  const navigate = useNavigate()
  return (
    <div className={classes.page}>
      <nav className={classes.nav} aria-label={label}>
        {places.map(({ to, label: text, group, count }) => (
          <Fragment key={to}>
            {group && <div className={classes.group}>{group}</div>}
            <NavLink
              component={Link}
              to={to}
              label={text}
              active={to === current}
              aria-current={to === current ? 'page' : undefined}
              variant="subtle"
              className={classes.item}
              rightSection={
                count !== undefined && <span className="t2 small num">{formatNumber(count)}</span>
              }
            />
          </Fragment>
        ))}
      </nav>
      <Select
        className={classes.select}
        aria-label={label}
        data={places.map(({ to, label: text }) => ({ value: to, label: text }))}
        value={current}
        allowDeselect={false}
        onChange={(to) => to && void navigate({ to })}
      />
      <div className={classes.content}>{children}</div>
    </div>
  )
}

type SettingsCardProps = {
  title: string
  text?: ReactNode
  children: ReactNode
  /** What saving would change; the bar shows only while there is something. */
  changes?: readonly string[]
  problem?: string | undefined
  refusal?: Refusal
  busy?: boolean
  onSave?: () => void
  onReset?: () => void
}

/** A section with its own save, which names what it will change. */
export function SettingsCard(props: SettingsCardProps) {
  const { title, text, children, changes = [], problem, refusal, busy, onSave, onReset } = props
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!refusal && changes.length > 0) onSave?.()
  }
  return (
    <form className={classes.card} onSubmit={submit} aria-labelledby={id} noValidate>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div className={classes.body}>
        {text && <p className="t3 small">{text}</p>}
        {refusal && onSave && <ReadOnly why={refusal} />}
        <fieldset className={classes.fields} disabled={refusal !== undefined && onSave !== undefined}>
          {children}
        </fieldset>
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      {changes.length > 0 && (
        <footer>
          <span className="t2 small">{t('settings.changed', { fields: changes.join(', ') })}</span>
          <Button variant="default" onClick={onReset}>
            {t('settings.discard')}
          </Button>
          <Refused why={refusal}>
            <Button type="submit" loading={busy ?? false} aria-disabled={refusal ? true : undefined}>
              {t('form.save')}
            </Button>
          </Refused>
        </footer>
      )}
    </form>
  )
}
