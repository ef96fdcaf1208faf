import type { FormEvent } from 'react'
import { boot } from '../lib/boot.ts'
import { entryMessages, t } from '../messages/entry.ts'
import { formatRich } from '../messages/messages.ts'
import { usePasswordLink } from './link.ts'
import { NewPassword } from './NewPassword.tsx'
import { Panel, PasswordField, Problem } from './parts.tsx'

/** Behind a one-time link: an invitation or a password reset. */
export function ChoosePassword({ isInvitation }: { isInvitation: boolean }) {
  const { account, problem, busy, choose } = usePasswordLink(
    isInvitation ? 'password.badInvitation' : 'password.badReset',
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void choose({ password: String(form.get('password')), repeat: String(form.get('repeat')) })
  }
  const name = account?.name || account?.email || ''
  return (
    <Panel title={t('password.title')}>
      {!account && problem && (
        <>
          <Problem text={problem} />
          <a className="aside" href={`${boot.basePath}/${isInvitation ? 'login' : 'forgotten-password'}`}>
            {t(isInvitation ? 'password.toSignIn' : 'signIn.forgotten')}
          </a>
        </>
      )}
      {account && (
        <form onSubmit={submit}>
          {name && (
            <p className="note">
              {formatRich(entryMessages['password.intro'], {
                name,
                b: (parts: string[]) => <b key="name">{parts}</b>,
              })}
            </p>
          )}
          <Problem text={problem} />
          <NewPassword />
          <PasswordField name="repeat" label={t('password.repeat')} autoComplete="new-password" />
          <button type="submit" className="primary" disabled={busy}>
            {t('password.submit')}
          </button>
        </form>
      )}
    </Panel>
  )
}
