import { Checkbox } from '@mantine/core'
import { Card, type Save, type Stored } from './Card.tsx'
import { TextField } from './fields.tsx'
import { t } from './messages.ts'

type Grouped = Stored & { enableGroupSyncing?: boolean; groupJsonPath?: string; addGroupsScope?: boolean }
type Fields = { enableGroupSyncing: boolean; groupJsonPath: string; addGroupsScope?: boolean }
type GroupsProps = { name: string; stored: Grouped; hint: string; save: Save<Fields> }

/** Group sync. Only OpenID Connect has a scope. */
export function Groups({ name, stored, hint, save }: GroupsProps) {
  const hasScope = stored.addGroupsScope !== undefined
  return (
    <Card<Fields>
      title={t('groups.title')}
      text={t('groups.text')}
      name={name}
      stored={stored}
      start={{
        enableGroupSyncing: stored.enableGroupSyncing ?? false,
        groupJsonPath: stored.groupJsonPath ?? '',
        ...(hasScope ? { addGroupsScope: stored.addGroupsScope ?? false } : {}),
      }}
      words={{
        enableGroupSyncing: t('groups.sync'),
        groupJsonPath: t('groups.path'),
        addGroupsScope: t('groups.scope'),
      }}
      save={save}
    >
      {(draft, edit) => (
        <>
          <Checkbox
            label={t('groups.sync')}
            checked={draft.enableGroupSyncing}
            onChange={(event) => edit({ enableGroupSyncing: event.currentTarget.checked })}
          />
          <TextField
            label={t('groups.path')}
            hint={hint}
            value={draft.groupJsonPath}
            onChange={(groupJsonPath) => edit({ groupJsonPath })}
          />
          {hasScope && (
            <Checkbox
              label={t('groups.scope')}
              checked={draft.addGroupsScope ?? false}
              onChange={(event) => edit({ addGroupsScope: event.currentTarget.checked })}
            />
          )}
        </>
      )}
    </Card>
  )
}
