import type { Group } from '@flagstaff/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { choicesOf } from '../../../../lib/choices.ts'
import { usePage } from '../../../../lib/crumbs.ts'
import { useEditor } from '../../../../lib/editor.ts'
import { useCan } from '../../../../lib/session.ts'
import { Diff } from '../../../../ui/Diff.tsx'
import { FormPage } from '../../../../ui/Form.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { nameOf } from '../../../../ui/Person.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { t } from '../messages.ts'
import { group, peopleList, roleList, useSaveGroup } from '../queries.ts'
import { kindOf } from '../roles/kind.ts'
import { diffOf, draftOf, type GroupDraft, nothing } from './draft.ts'
import { GroupFields } from './GroupFields.tsx'
import { Projects } from './Projects.tsx'

const trail = () => [
  { label: t('access.admin'), to: '/admin' },
  { label: t('groups.title'), to: '/admin/groups' },
]

export function NewGroup() {
  usePage([...trail(), { label: t('groups.new') }])
  return <GroupForm start={nothing} />
}

export function EditGroup() {
  const { id } = useParams({ from: '/admin/groups/$id' })
  const { data, error, refetch } = useQuery(group(Number(id)))
  usePage([...trail(), { label: data?.name ?? id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <GroupForm key={id} start={draftOf(data)} stored={data} onStale={() => void refetch()} />
}

type GroupFormProps = { start: GroupDraft; stored?: Group; onStale?: () => void }

function GroupForm({ start, stored, onStale }: GroupFormProps) {
  const save = useSaveGroup()
  const navigate = useNavigate()
  const refusal = useCan('ADMIN')
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: ({ name }) => (name.trim() ? undefined : t('groups.nameMissing')),
    save: (draft, version) => save.mutateAsync({ id: stored?.id, version, input: toInput(draft) }),
    onStale,
  })
  const { draft, edit } = editor
  const people = choicesOf(useQuery(peopleList))
  const roles = choicesOf(useQuery({ ...roleList, enabled: refusal === undefined }))
  const lines = diffOf(stored && editor.start, draft, {
    person: (id) => nameOf(people.find((one) => String(one.id) === id) ?? { name: id }),
    role: (id) => roles.find((role) => String(role.id) === id)?.name ?? id,
    field: (name) => t(`groups.${name}`),
  })
  return (
    <FormPage
      editor={editor}
      title={stored?.name ?? t('groups.new')}
      name={start.name}
      purpose={t('groups.text')}
      sentence={stored?.scimId ? t('groups.scimText') : undefined}
      diff={<Diff lines={lines} />}
      changes={editor.dirty ? lines.length : 0}
      aside={stored && <Projects group={stored} />}
      saveLabel={t(stored ? 'groups.save' : 'groups.create')}
      refusal={refusal}
      onLeave={() => void navigate({ to: '/admin/groups' })}
    >
      <GroupFields
        draft={draft}
        people={people}
        roles={roles.filter((role) => kindOf(role) === 'root')}
        isNew={!stored}
        kept={Boolean(stored?.scimId)}
        onChange={edit}
      />
    </FormPage>
  )
}

const toInput = ({ name, description, members, mappings, rootRole }: GroupDraft) => ({
  name: name.trim(),
  description,
  mappingsSSO: mappings,
  rootRole: rootRole === '' ? null : Number(rootRole),
  users: members.map((id) => ({ user: { id: Number(id) } })),
})
