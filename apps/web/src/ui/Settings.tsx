import { Button, NavLink, Select } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, Fragment, type ReactNode, useId } from 'react'
import type { Editor } from '../lib/editor.ts'
import { formatNumber } from '../lib/format.ts'
import type { Refusal } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import { MergeBar } from './MergeBar.tsx'
import { ReadOnly, Refused } from './Refused.tsx'
import classes from './Settings.module.css'

export type SettingsPlace = {
  to: string
  label: string
  /** A heading above the first of the places in the group. */
  group?: string
  count?: number | undefined
}

type SettingsPageProps = {
  /** The label of the navigation. */
  label: string
  places: readonly SettingsPlace[]
  current: string
  children: ReactNode
}

/** The layout of settings: navigation on the left (a select on phones), the selected page next to it. */
export function SettingsPage({ label, places, current, children }: SettingsPageProps) {
  const navigate = useNavigate()
  return (
    <div className={classes.page}>
      <nav className={classes.nav} aria-label={label}>
        {places.map(({ to, label: text, group, count }, index) => (
          <Fragment key={to}>
            {group && group !== places[index - 1]?.group && <div className={classes.group}>{group}</div>}
            <NavLink
              component={Link}
              to={to}
              label={text}
              active={to === current}
              aria-current={to === current ? 'page' : undefined}
              variant="subtle"
              className={classes.item}
              rightSection={
                count !== undefined && <span className="dim small num">{formatNumber(count)}</span>
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
  /** Replaces the title in the header: a heading and fields. */
  head?: ReactNode
  /** Set if the page already says that it is read-only. */
  hideRefusal?: boolean
  text?: ReactNode
  children: ReactNode
  /** The unsaved changes; the save bar is hidden without any. */
  changes?: readonly string[]
  problem?: string | undefined
  refusal?: Refusal
  busy?: boolean
  onSave?: () => void
  onReset?: () => void
}

/** A section with its own save button and a list of its changes. */
export function SettingsCard(props: SettingsCardProps) {
  const { title, head, text, children, changes = [], problem, refusal, busy, onSave, onReset } = props
  const id = useId()
  const isReadOnly = refusal !== undefined && onSave !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!refusal && changes.length > 0) onSave?.()
  }
  return (
    <form
      className={classes.card}
      onSubmit={submit}
      {...(head ? { 'aria-label': title } : { 'aria-labelledby': id })}
      noValidate
    >
      <header>
        {head ? (
          <fieldset className={classes.head} disabled={isReadOnly}>
            {head}
          </fieldset>
        ) : (
          <h2 id={id}>{title}</h2>
        )}
      </header>
      <div className={classes.body}>
        {text && <p className="faint small">{text}</p>}
        {isReadOnly && !props.hideRefusal && <ReadOnly why={refusal} />}
        <fieldset className={classes.fields} disabled={isReadOnly}>
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
          <span className="dim small">{t('settings.changed', { fields: changes.join(', ') })}</span>
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

type EditorCardProps<T extends object> = Pick<
  SettingsCardProps,
  'title' | 'head' | 'text' | 'refusal' | 'hideRefusal' | 'children'
> & {
  editor: Editor<T>
  /** The name of the object, for the message that another user changed it. */
  name?: string
  changes: readonly string[]
  /** Called instead of saving at once, such as to ask first. */
  onSave?: () => void
}

/** A section that edits stored values. After saving, it shows what the server has stored. */
export function EditorCard<T extends object>(props: EditorCardProps<T>) {
  const { editor, name, children, ...card } = props
  const { conflict } = editor
  const save = async () => {
    if (await editor.submit()) editor.reset()
  }
  return (
    <SettingsCard
      onSave={() => void save()}
      {...card}
      problem={editor.problem}
      busy={editor.busy}
      onReset={editor.reset}
    >
      {conflict && (
        <MergeBar name={name ?? card.title} onTheirs={conflict.takeTheirs} onMine={conflict.keepMine} />
      )}
      {children}
    </SettingsCard>
  )
}
