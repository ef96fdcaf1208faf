import { useEffect, useState } from 'react'
import { ApiError, call, read } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { type EntryKey, t } from '../messages/entry.ts'

type Account = { name?: string; email?: string }

/** What somebody can do with the one-time link in the address. */
export function usePasswordLink(badLink: EntryKey) {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const [account, setAccount] = useState<Account>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    read<Account>(`/auth/reset/validate?token=${encodeURIComponent(token)}`).then(setAccount, (error) =>
      setProblem(t(error instanceof ApiError && error.status < 500 ? badLink : 'signIn.failed')),
    )
  }, [token, badLink])

  /** Signs in, too, and leads on. */
  const choose = async (form: { password: string; repeat?: string; account?: object }) => {
    const { password, repeat, account: details } = form
    if (repeat !== undefined && password !== repeat) return setProblem(t('password.differs'))
    setBusy(true)
    try {
      const body = { token, password, ...(details && { account: details }) }
      await call('POST', '/auth/reset/password', body)
      location.replace(`${boot.basePath}/`)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('signIn.failed'))
      setBusy(false)
    }
  }
  return { account, problem, busy, choose }
}
