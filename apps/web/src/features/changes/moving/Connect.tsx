import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from './messages.ts'
import classes from './moving.module.css'
import { usePlanMove } from './queries.ts'
import type { StationProps } from './stations.ts'

export function Connect({ move, token, onToken }: StationProps) {
  const [url, setUrl] = useState(move.url ?? '')
  const plan = usePlanMove()
  const isReading = plan.isPending || move.phase === 'planning'
  const read = (event: FormEvent) => {
    event.preventDefault()
    if (url !== '' && token !== '' && !isReading) plan.mutate({ url, token })
  }
  return (
    <form className={classes.station} onSubmit={read} noValidate>
      <div className={classes.form}>
        <div>
          <h2>{t('connectTitle')}</h2>
          <p className="dim">{t('connectText')}</p>
        </div>
        <TextInput
          label={t('url')}
          type="url"
          value={url}
          maxLength={2_000}
          placeholder={t('urlExample')}
          error={plan.error?.message}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('token')}
          visibilityToggleButtonProps={{ 'aria-label': t('showToken'), tabIndex: 0 }}
          description={t('tokenText')}
          value={token}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => onToken(event.currentTarget.value)}
        />
      </div>
      <footer className={classes.footer}>
        <span className="dim small">
          {isReading ? <span role="status">{t('reading', { url })}</span> : t('connectFoot')}
        </span>
        <Button type="submit" loading={isReading} disabled={url === '' || token === ''}>
          {t('read')}
        </Button>
      </footer>
    </form>
  )
}
