import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Refused } from '../../../../ui/Refused.tsx'
import { t } from '../messages.ts'
import { useSetRoles } from '../queries.ts'
import classes from './Access.module.css'
import type { Holder } from './holders.ts'

type AccessRolesProps = {
  project: string
  holder: Holder
  roles: readonly { id: number; name: string }[]
  why: string | undefined
}

/** Several roles are combined; the last one can only be removed by removing access. */
export function AccessRoles({ project, holder, roles, why }: AccessRolesProps) {
  const set = useSetRoles()
  const { kind, id, name, roles: held } = holder
  const words = roles
    .filter((role) => held.includes(role.id))
    .map((role) => role.name)
    .join(', ')
  const target = (
    <UnstyledButton
      className={classes.roles}
      aria-label={t('access.rolesOf', { name, roles: words })}
      aria-disabled={why ? true : undefined}
    >
      <span>{words}</span>
      <IconChevronDown size={14} stroke={1.5} />
    </UnstyledButton>
  )
  if (why) return <Refused why={why}>{target}</Refused>
  const toggle = (role: number) => {
    const next = held.includes(role) ? held.filter((one) => one !== role) : [...held, role]
    if (next.length > 0) set.mutate({ project, kind, id, name, roles: next })
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {roles.map((role) => (
          <Menu.CheckboxItem key={role.id} checked={held.includes(role.id)} onChange={() => toggle(role.id)}>
            {role.name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
