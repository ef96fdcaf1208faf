import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, send } from '../lib/api.ts'
import { me } from '../lib/session.ts'
import { resumeRequests, useSessionEnded } from '../lib/sessionEnd.ts'
import { t } from '../messages/en.ts'
import { t as entry } from '../messages/entry.ts'
import classes from './SessionExpired.module.css'

/** A dialog over the page, so that no input is lost, until the same user has signed in again. */
export function SessionExpired() {
  const ended = useSessionEnded()
  const user = useQueryClient().getQueryData(me.queryKey)?.user
  const name = user?.username || user?.email
  // Nothing has been entered yet, so the page can be reloaded.
  useEffect(() => {
    if (ended && !name) location.reload()
  }, [ended, name])
  return (
    <Modal
      opened={ended && name !== undefined}
      onClose={() => {}}
      withCloseButton={false}
      withinPortal={false}
      size={420}
      zIndex={1000}
      title={
        <span className={classes.title}>
          <IconLock size={16} stroke={1.75} />
          {t('session.title')}
        </span>
      }
    >
      <SignInForm name={name ?? ''} />
    </Modal>
  )
}

function SignInForm({ name }: { name: string }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setProblem(undefined)
    try {
      await send('POST /auth/simple/login', { body: { username: name, password } })
      resumeRequests()
    } catch (error) {
      setProblem(faultOf(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      <p className="dim">{t('session.text')}</p>
      <TextInput label={t('session.account')} value={name} readOnly autoComplete="username" name="username" />
      <PasswordInput
        label={entry('signIn.password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        error={problem}
        visibilityToggleButtonProps={{ 'aria-label': entry('signIn.show') }}
      />
      <Button type="submit" loading={busy} fullWidth>
        {t('session.submit')}
      </Button>
      <p className={classes.end}>
        <span className="dim">{t('session.apps')}</span>
        {/* Reloading shows the sign-in page, with all sign-in methods. */}
        <button type="button" className={classes.other} onClick={() => location.reload()}>
          {t('session.other')}
        </button>
      </p>
    </form>
  )
}

function faultOf(error: unknown): string {
  if (!(error instanceof ApiError)) return entry('signIn.failed')
  if (error.status === 429) return entry('signIn.tooMany', { seconds: error.retryAfter ?? 60 })
  return error.status === 401 ? t('session.wrong') : error.message
}
