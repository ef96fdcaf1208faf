import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { Card, type Save, type Stored } from './Card.tsx'
import { TextField } from './fields.tsx'
import { t } from './messages.ts'
import { rootRoles } from './queries.ts'

type Provisioned = Stored & {
  autoCreate?: boolean
  emailDomains?: string
  defaultRootRole?: string
  defaultRootRoleId?: number
}
type Fields = { autoCreate: boolean; emailDomains: string; defaultRootRoleId: number }
type AccountsProps = { name: string; stored: Provisioned; save: Save<Fields> }

const always = [
  { id: 1, name: 'Admin' },
  { id: 2, name: 'Editor' },
  { id: 3, name: 'Viewer' },
]

/** Who gets an account, and with which role. */
export function Accounts({ name, stored, save }: AccountsProps) {
  const loaded = choicesOf(useQuery(rootRoles))
  const roles = loaded.length > 0 ? loaded : always
  const named = always.find((role) => role.name === stored.defaultRootRole)?.id ?? 3
  return (
    <Card<Fields>
      title={t('accounts.title')}
      text={t('accounts.text')}
      name={name}
      stored={stored}
      start={{
        autoCreate: stored.autoCreate ?? false,
        emailDomains: stored.emailDomains ?? '',
        defaultRootRoleId: stored.defaultRootRoleId ?? named,
      }}
      words={{
        autoCreate: t('accounts.autoCreate'),
        emailDomains: t('accounts.domains'),
        defaultRootRoleId: t('accounts.role'),
      }}
      save={save}
    >
      {(draft, edit) => (
        <>
          <Checkbox
            label={t('accounts.autoCreate')}
            checked={draft.autoCreate}
            onChange={(event) => edit({ autoCreate: event.currentTarget.checked })}
          />
          <TextField
            label={t('accounts.domains')}
            hint={t('accounts.domainsHint')}
            value={draft.emailDomains}
            onChange={(emailDomains) => edit({ emailDomains })}
          />
          <Select
            label={t('accounts.role')}
            data={roles.map((role) => ({ value: String(role.id), label: role.name }))}
            value={String(draft.defaultRootRoleId)}
            allowDeselect={false}
            onChange={(id) => id && edit({ defaultRootRoleId: Number(id) })}
          />
        </>
      )}
    </Card>
  )
}
