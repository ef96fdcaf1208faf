import type { FormEvent } from 'react'
import { boot } from '../lib/boot.ts'
import { entryMessages, t } from '../messages/entry.ts'
import { formatRich } from '../messages/messages.ts'
import { usePasswordLink } from './link.ts'
import { NewPassword } from './NewPassword.tsx'
import { FirstInput, Panel, Problem } from './parts.tsx'

/** Behind the link in the log of a new server: creates its first administrator. */
export function Setup() {
  const { account, problem, busy, choose } = usePasswordLink('setup.badLink')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const details = ['name', 'username', 'email'].map(
      (field) => [field, String(form.get(field) ?? '')] as const,
    )
    void choose({
      password: String(form.get('password')),
      account: Object.fromEntries(details.filter(([, value]) => value)),
    })
  }
  return (
    <Panel title={t('setup.title')} aside={<Steps />}>
      {!account && problem && (
        <>
          <Problem text={problem} />
          <a className="aside" href={`${boot.basePath}/login`}>
            {t('password.toSignIn')}
          </a>
        </>
      )}
      {account && (
        <form onSubmit={submit}>
          <p className="note under-title">
            {formatRich(entryMessages['setup.intro'], {
              host: location.host,
              b: (parts: string[]) => <b key="host">{parts}</b>,
            })}
          </p>
          <Problem text={problem} />
          <div className="pair">
            <label className="field">
              <span>{t('setup.name')}</span>
              <FirstInput name="name" autoComplete="name" />
            </label>
            <label className="field">
              <span>{t('setup.username')}</span>
              <input name="username" autoComplete="username" required defaultValue={account.name} />
            </label>
          </div>
          <label className="field">
            <span>{t('setup.email')}</span>
            <span className="hint">{t('setup.emailHint')}</span>
            <input name="email" type="email" autoComplete="email" />
          </label>
          <NewPassword />
          <button type="submit" className="primary" disabled={busy}>
            {t('setup.submit')}
          </button>
        </form>
      )}
    </Panel>
  )
}

const steps = [
  ['setup.step1', 'setup.step1Text'],
  ['setup.step2', 'setup.step2Text'],
  ['setup.step3', 'setup.step3Text'],
] as const

function Steps() {
  return (
    <>
      <p className="claim">{t('setup.steps')}</p>
      <ol className="steps">
        {steps.map(([title, text], index) => (
          <li key={title} aria-current={index === 0 ? 'step' : undefined}>
            <span className="number" aria-hidden="true">
              {index + 1}
            </span>
            <b>{t(title)}</b>
            <span>{t(text)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
