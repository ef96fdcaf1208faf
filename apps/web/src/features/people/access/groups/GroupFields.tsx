import type { Role, User } from '@flagstaff/contract/accounts'
import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FormSection } from '../../../../ui/Form.tsx'
import { nameOf } from '../../../../ui/Person.tsx'
import { t } from '../messages.ts'
import type { GroupDraft } from './draft.ts'

type GroupFieldsProps = {
  draft: GroupDraft
  people: readonly User[]
  roles: readonly Role[]
  isNew: boolean
  /** Name and members are managed by a directory. */
  kept: boolean
  onChange(change: Partial<GroupDraft>): void
}

export function GroupFields({ draft, people, roles, isNew, kept, onChange }: GroupFieldsProps) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <>
      <FormSection label={t('groups.what')}>
        <TextInput
          ref={name}
          label={t('groups.name')}
          value={draft.name}
          maxLength={100}
          readOnly={kept}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          autoComplete="off"
        />
        <TextInput
          label={t('groups.description')}
          value={draft.description}
          maxLength={500}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
          autoComplete="off"
        />
      </FormSection>
      <FormSection label={t('groups.who')}>
        <MultiSelect
          label={t('groups.members')}
          placeholder={t('groups.membersHint')}
          data={people.map((user) => ({ value: String(user.id), label: labelOf(user) }))}
          value={draft.members}
          readOnly={kept}
          limit={50}
          searchable
          hidePickedOptions
          onChange={(members) => onChange({ members: members.sort() })}
        />
      </FormSection>
      <FormSection label={t('groups.may')}>
        <Select
          label={t('groups.rootRole')}
          description={t('groups.rootRoleHint')}
          data={[
            { value: '', label: t('groups.noRole') },
            ...roles.map(({ id, name: role }) => ({ value: String(id), label: role })),
          ]}
          value={draft.rootRole}
          allowDeselect={false}
          onChange={(rootRole) => onChange({ rootRole: rootRole ?? '' })}
        />
      </FormSection>
      {!kept && (
        <FormSection label={t('groups.sign')}>
          <TagsInput
            label={t('groups.mappings')}
            description={t('groups.mappingsHint')}
            placeholder={t('groups.mappingsAdd')}
            value={draft.mappings}
            acceptValueOnBlur
            onChange={(mappings) => onChange({ mappings: mappings.sort() })}
          />
        </FormSection>
      )}
    </>
  )
}

/** With the email address, since two users can have the same name. */
const labelOf = (user: User): string => {
  const name = nameOf(user)
  return user.email && user.email !== name ? `${name} (${user.email})` : name
}
