import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, get, send } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { t } from '../messages/entry.ts'
import { NewPassword } from './NewPassword.tsx'
import { FirstInput, Panel, Problem } from './parts.tsx'

type State = 'looking' | 'invited' | 'over' | 'created'

/** Behind an invite link for several people: each creates an account. */
export function SignUp({ invitation }: { invitation: string }) {
  const [state, setState] = useState<State>('looking')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    get('GET /invite/:token/validate', { params: { token: invitation } }).then(
      () => setState('invited'),
      () => setState('over'),
    )
  }, [invitation])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      const account = {
        name: String(form.get('name')),
        email: String(form.get('email')),
        password: String(form.get('password')),
      }
      await send('POST /invite/:token/signup', { params: { token: invitation }, body: account })
      await signIn(account)
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    try {
      await send('POST /auth/simple/login', { body: { username: email, password } })
      location.replace(`${boot.basePath}/`)
    } catch {
      // The account exists even if the sign-in failed, so the form must not be sent again.
      setState('created')
    }
  }

  return (
    <Panel title={t(state === 'created' ? 'signUp.created' : 'signUp.title')}>
      {state === 'over' && (
        <>
          <Problem text={t('signUp.badLink')} />
          <a className="aside" href={`${boot.basePath}/login`}>
            {t('password.toSignIn')}
          </a>
        </>
      )}
      {state === 'created' && (
        <>
          <p className="note" role="status">
            {t('signUp.createdText')}
          </p>
          <a className="primary" href={`${boot.basePath}/login`}>
            {t('password.toSignIn')}
          </a>
        </>
      )}
      {state === 'invited' && (
        <form onSubmit={submit}>
          <p className="note">{t('signUp.intro')}</p>
          <Problem text={problem} />
          <label className="field">
            <span>{t('signUp.name')}</span>
            <FirstInput name="name" autoComplete="name" required />
          </label>
          <label className="field">
            <span>{t('signUp.email')}</span>
            <input name="email" type="email" autoComplete="email" required />
          </label>
          <NewPassword />
          <button type="submit" className="primary" disabled={busy}>
            {t('signUp.submit')}
          </button>
        </form>
      )}
    </Panel>
  )
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('signIn.failed')
  if (error.status === 429) return t('signIn.tooMany', { seconds: error.retryAfter ?? 60 })
  return error.status === 409 ? t('signUp.taken') : error.message
}
