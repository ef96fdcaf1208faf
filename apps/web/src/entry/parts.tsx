import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { t } from '../messages/entry.ts'
import { Logo } from '../ui/Logo.tsx'

/** The form on the left; on the right a pattern of flags that illustrates a rollout. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="entry">
      <main className="entry-form">
        <div className="entry-inner">
          <span className="wordmark">
            <Logo size={26} />
            {t('product')}
          </span>
          <h1>{title}</h1>
          {children}
        </div>
      </main>
      <aside className="entry-panel">
        {aside}
        <FlagField />
        {!aside && (
          <>
            <p className="claim">{t('signIn.claim')}</p>
            <p>{t('signIn.claimText')}</p>
          </>
        )}
      </aside>
    </div>
  )
}

export function Problem({ text }: { text: string | undefined }) {
  return (
    text && (
      <p className="problem" role="alert">
        {text}
      </p>
    )
  )
}

/** The first field of a page whose only purpose is its form: it has the focus, so that people can start typing. */
export function FirstInput(props: ComponentProps<'input'>) {
  // biome-ignore lint/a11y/noAutofocus: nothing comes before the form that a screen reader would skip
  return <input {...props} autoFocus />
}

const COLUMNS = 16
const ROWS = 9

function FlagField() {
  const flags = Array.from({ length: COLUMNS * ROWS }, (_, n) => {
    const [x, y] = [n % COLUMNS, Math.floor(n / COLUMNS)]
    return { x, y, on: ((n * 7919 + 13) % 100) / 100 < (x + 2) / (COLUMNS + 4) }
  })
  return (
    <svg viewBox={`0 0 ${COLUMNS * 24} ${ROWS * 24}`} aria-hidden="true" className="flag-field">
      {flags.map(({ x, y, on }) => (
        <path key={`${x} ${y}`} d={`M${x * 24 + 5} ${y * 24 + 5}h11l-3 4 3 4h-11z`} data-on={on} />
      ))}
    </svg>
  )
}

type PasswordFieldProps = {
  name: string
  label: string
  autoComplete: string
  describedBy?: string
  onChange?: (value: string) => void
}

export function PasswordField({ name, label, autoComplete, describedBy, onChange }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="with-button">
        <input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-describedby={describedBy}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          required
        />
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'signIn.hide' : 'signIn.show')}
        </button>
      </span>
    </div>
  )
}
