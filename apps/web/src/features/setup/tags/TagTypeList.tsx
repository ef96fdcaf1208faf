import type { TagType } from '@flagstaff/contract/tags'
import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { tagTypeList } from '../../../lib/tagQueries.ts'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { TagTypeMark } from './TagTypeMark.tsx'
import { TagTypeMenu } from './TagTypeMenu.tsx'
import classes from './tags.module.css'

export function TagTypeList() {
  usePage([{ label: t('types.title') }])
  const navigate = useNavigate()
  const refusal = useCan('CREATE_TAG_TYPE')
  const create = () => {
    if (!refusal) void navigate({ to: '/tag-types/create' })
  }
  useCommand('tag-type.new', t('types.new'), create, <IconTag size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(tagTypeList)
  return (
    <ListPage
      title={t('types.title')}
      purpose={t('types.text')}
      facts={data && t('types.count', { count: data.length })}
      actions={<NewButton label={t('types.new')} why={refusal} onClick={create} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconTag size={20} stroke={1.5} />}
          title={t('types.empty')}
          text={t('types.emptyText')}
          action={!refusal && <Button onClick={create}>{t('types.new')}</Button>}
        />
      )}
      {data && data.length > 0 && (
        <Rows rows={data} columns={columns()} keyOf={({ name }) => name} label={t('types.title')} />
      )}
    </ListPage>
  )
}

const columns = (): Column<TagType>[] => [
  {
    key: 'name',
    label: t('types.name'),
    cell: (type) => (
      <span className={classes.type}>
        <TagTypeMark type={type} />
        <span className={classes.words}>
          <Link to="/tag-types/edit/$name" params={{ name: type.name }} className="link">
            <b>{type.name}</b>
          </Link>
          {type.description && <div className="faint small">{type.description}</div>}
        </span>
      </span>
    ),
  },
  {
    key: 'uses',
    label: t('types.used'),
    width: 132,
    cell: ({ usedInFeatures: flags }) =>
      flags ? t('types.uses', { flags }) : <span className="faint">{t('types.unused')}</span>,
  },
  {
    key: 'actions',
    label: '',
    width: 60,
    align: 'right',
    cell: (type) => <TagTypeMenu type={type} />,
  },
]
