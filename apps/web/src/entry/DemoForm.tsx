import type { FormEvent } from 'react'
import { send } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { t } from '../messages/entry.ts'

/** Sign-in form of a demo server. */
export function DemoForm({ onProblem }: { onProblem: (error: unknown) => void }) {
  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    try {
      await send('POST /auth/demo/login', { body: { email } })
      location.replace(`${boot.basePath}/`)
    } catch (error) {
      onProblem(error)
    }
  }
  return (
    <form onSubmit={enter}>
      <p className="note">{t('signIn.demo')}</p>
      <label className="field">
        <span>{t('signIn.email')}</span>
        <input name="email" type="email" autoComplete="email" required />
      </label>
      <button type="submit" className="primary">
        {t('signIn.try')}
      </button>
      <p className="or">{t('signIn.or')}</p>
    </form>
  )
}
