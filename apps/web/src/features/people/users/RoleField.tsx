import type { Role } from '@flagstaff/contract/accounts'
import { Radio } from '@mantine/core'
import { t } from './messages.ts'
import classes from './users.module.css'

/** The default role of a new user. */
export const VIEWER = 3

type RoleFieldProps = { roles: readonly Role[]; value: number; onChange(role: number): void }

export function RoleField({ roles, value, onChange }: RoleFieldProps) {
  return (
    <Radio.Group label={t('users.role')} value={String(value)} onChange={(role) => onChange(Number(role))}>
      <div className={classes.roles}>
        {roles.map(({ id, name, description }) => (
          <Radio key={id} value={String(id)} label={name} description={description} />
        ))}
      </div>
    </Radio.Group>
  )
}
