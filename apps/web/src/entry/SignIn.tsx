import { type FormEvent, useState } from 'react'
import { ApiError, send } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { t } from '../messages/entry.ts'
import { DemoForm } from './DemoForm.tsx'
import { NeedsSetup } from './NeedsSetup.tsx'
import { Providers } from './Providers.tsx'
import { FirstInput, Panel, PasswordField, Problem } from './parts.tsx'
import { problemOf } from './problems.ts'

export function SignIn({ path }: { path: string }) {
  const [problem, setProblem] = useState(() => problemOf(new URLSearchParams(location.search)))
  const [busy, setBusy] = useState(false)
  const isReturn =
    path !== '/' && path !== '' && !path.startsWith('/login') && !path.startsWith('/signed-out')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      await send('POST /auth/simple/login', {
        body: { username: String(form.get('username')), password: String(form.get('password')) },
      })
      location.replace(isReturn ? location.href : `${boot.basePath}/`)
    } catch (error) {
      setProblem(faultOf(error))
      setBusy(false)
    }
  }

  return (
    <Panel title={t('signIn.title')}>
      {boot.needsSetup && <NeedsSetup />}
      {isReturn && <p className="note">{t(boot.expired ? 'signIn.again' : 'signIn.first')}</p>}
      {path.startsWith('/signed-out') && <p className="note">{t('signIn.out')}</p>}
      <Problem text={problem} />
      {boot.demo && <DemoForm onProblem={(error) => setProblem(faultOf(error))} />}
      <Providers returnTo={isReturn ? path + location.search : '/'} />
      {!boot.waysIn.passwordHidden && (
        <form onSubmit={submit}>
          <label className="field">
            <span>{t('signIn.name')}</span>
            <FirstInput name="username" autoComplete="username" required />
          </label>
          <PasswordField name="password" label={t('signIn.password')} autoComplete="current-password" />
          <button type="submit" className="primary" disabled={busy}>
            {t('signIn.submit')}
          </button>
          <a className="aside" href={`${boot.basePath}/forgotten-password`}>
            {t('signIn.forgotten')}
          </a>
        </form>
      )}
    </Panel>
  )
}

function faultOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('signIn.failed')
  if (error.status === 429) return t('signIn.tooMany', { seconds: error.retryAfter ?? 60 })
  return error.status === 401 ? t('signIn.wrong') : error.message
}
