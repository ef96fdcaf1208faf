import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, call, read } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { entryMessages, t } from '../messages/entry.ts'
import { formatRich } from '../messages/messages.ts'
import { PasswordRules } from './PasswordRules.tsx'
import { Panel, PasswordField } from './parts.tsx'

type Account = { name?: string; email?: string; username?: string }

/** Behind a one-time link: the first administrator, an invitation, or a reset. */
export function ChoosePassword() {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const isSetup = location.pathname.endsWith('/setup')
  const [account, setAccount] = useState<Account>()
  const [problem, setProblem] = useState<string>()
  const [password, setPassword] = useState('')
  const [done, setDone] = useState(false)

  useEffect(() => {
    read<Account>(`/auth/reset/validate?token=${encodeURIComponent(token)}`).then(setAccount, () =>
      setProblem(t('setup.badLink')),
    )
  }, [token])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (form.get('password') !== form.get('repeat')) return setProblem(t('setup.differs'))
    try {
      await call('POST', '/auth/reset/password', { token, password: form.get('password') })
      setProblem(undefined)
      setDone(true)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('signIn.failed'))
    }
  }

  const name = account?.username ?? account?.email ?? account?.name ?? ''
  const intro = entryMessages[isSetup ? 'setup.intro' : 'setup.newIntro']
  return (
    <Panel title={t(isSetup ? 'setup.title' : 'setup.newTitle')}>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {done && (
        <>
          <p className="note" role="status">
            {t('setup.done')}
          </p>
          <a className="primary" href={`${boot.basePath}/login`}>
            {t('setup.toSignIn')}
          </a>
        </>
      )}
      {account && !done && (
        <form onSubmit={submit}>
          <p className="note">
            {formatRich(intro, { name, b: (parts: string[]) => <b key="name">{parts}</b> })}
          </p>
          <PasswordField
            name="password"
            label={t('setup.password')}
            autoComplete="new-password"
            describedBy="password-rules"
            onChange={setPassword}
          />
          <PasswordRules id="password-rules" password={password} />
          <PasswordField name="repeat" label={t('setup.repeat')} autoComplete="new-password" />
          <button type="submit" className="primary">
            {t(isSetup ? 'setup.submit' : 'setup.newSubmit')}
          </button>
        </form>
      )}
    </Panel>
  )
}
