import { PasswordInput } from '@mantine/core'
import { t } from './messages.ts'

/** Asks for the token again after a reload of the page. */
export function Token({ token, onToken }: { token: string; onToken: (token: string) => void }) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('showToken'), tabIndex: 0 }}
      label={t('tokenAgain')}
      description={t('tokenAgainText')}
      value={token}
      maxLength={500}
      autoComplete="off"
      onChange={(event) => onToken(event.currentTarget.value)}
    />
  )
}
