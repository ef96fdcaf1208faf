import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, call, read } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { t } from '../messages/entry.ts'
import { NewPassword } from './NewPassword.tsx'
import { Panel } from './parts.tsx'

type State = 'looking' | 'invited' | 'over' | 'done'

/** Behind an invite link that several people may use: each makes an account of their own. */
export function SignUp({ invitation }: { invitation: string }) {
  const at = `/invite/${encodeURIComponent(invitation)}`
  const [state, setState] = useState<State>('looking')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    read(`${at}/validate`).then(
      () => setState('invited'),
      () => setState('over'),
    )
  }, [at])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      const account = { name: form.get('name'), email: form.get('email'), password: form.get('password') }
      await call('POST', `${at}/signup`, account)
      setState('done')
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }

  return (
    <Panel title={t('signUp.title')}>
      {state === 'over' && (
        <p className="problem" role="alert">
          {t('signUp.badLink')}
        </p>
      )}
      {state === 'done' && (
        <>
          <p className="note" role="status">
            {t('password.created')}
          </p>
          <a className="primary" href={`${boot.basePath}/login`}>
            {t('password.toSignIn')}
          </a>
        </>
      )}
      {state === 'invited' && (
        <form onSubmit={submit}>
          <p className="note">{t('signUp.intro')}</p>
          {problem && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
          <label className="field">
            <span>{t('signUp.name')}</span>
            <input name="name" autoComplete="name" required />
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
