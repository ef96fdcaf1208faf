import type { ChangePassword } from '@flagstaff/contract/auth'
import { useEffect, useState } from 'react'
import { ApiError, get, send } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { type EntryKey, t } from '../messages/entry.ts'

type Account = { name?: string; email?: string }

/** State and actions for the one-time link in the URL. */
export function usePasswordLink(badLink: EntryKey) {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const [account, setAccount] = useState<Account>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    get('GET /auth/reset/validate', { query: { token } }).then(setAccount, (error) =>
      setProblem(t(error instanceof ApiError && error.status < 500 ? badLink : 'signIn.failed')),
    )
  }, [token, badLink])

  /** Also signs in and redirects. */
  const choose = async (form: { password: string; repeat?: string; account?: ChangePassword['account'] }) => {
    const { password, repeat, account: details } = form
    if (repeat !== undefined && password !== repeat) return setProblem(t('password.differs'))
    setBusy(true)
    try {
      const body = { token, password, ...(details && { account: details }) }
      await send('POST /auth/reset/password', { body })
      location.replace(`${boot.basePath}/`)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('signIn.failed'))
      setBusy(false)
    }
  }
  return { account, problem, busy, choose }
}
