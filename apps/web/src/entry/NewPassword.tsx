import { useState } from 'react'
import { t } from '../messages/entry.ts'
import { PasswordRules } from '../ui/PasswordRules.tsx'
import { PasswordField } from './parts.tsx'

const RULES = 'password-rules'

/** The field `password` of a form, with the password rules below it. */
export function NewPassword() {
  const [password, setPassword] = useState('')
  return (
    <>
      <PasswordField
        name="password"
        label={t('password.password')}
        autoComplete="new-password"
        describedBy={RULES}
        onChange={setPassword}
      />
      <PasswordRules id={RULES} password={password} />
    </>
  )
}
