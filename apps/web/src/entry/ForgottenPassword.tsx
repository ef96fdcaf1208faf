import { type FormEvent, useState } from 'react'
import { ApiError, send } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { t } from '../messages/entry.ts'
import { FirstInput, Panel, Problem } from './parts.tsx'

/** Shows the same message whether the account exists or not. */
export function ForgottenPassword() {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setBusy(true)
    setProblem(undefined)
    try {
      await send('POST /auth/reset/password-email', { body: { email } })
      setSent(true)
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }

  return (
    <Panel title={t('forgotten.title')}>
      {!boot.mail && <p className="note">{t('forgotten.noMail')}</p>}
      {sent && (
        <p className="note" role="status">
          {t('forgotten.sent')}
        </p>
      )}
      {boot.mail && !sent && (
        <form onSubmit={submit}>
          <p className="note">{t('forgotten.intro')}</p>
          <Problem text={problem} />
          <label className="field">
            <span>{t('forgotten.email')}</span>
            <FirstInput name="email" type="email" autoComplete="email" required />
          </label>
          <button type="submit" className="primary" disabled={busy}>
            {t('forgotten.submit')}
          </button>
        </form>
      )}
      <a className="aside" href={`${boot.basePath}/login`}>
        {t('forgotten.back')}
      </a>
    </Panel>
  )
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('signIn.failed')
  return error.status === 429 ? t('signIn.tooMany', { seconds: error.retryAfter ?? 60 }) : error.message
}
