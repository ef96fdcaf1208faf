import type { FormEvent } from 'react'
import { call } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { t } from '../messages/entry.ts'

/** The way in of a server that is there to be tried out. */
export function DemoForm({ onProblem }: { onProblem: (error: unknown) => void }) {
  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email')
    try {
      await call('POST', '/auth/demo/login', { email })
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
