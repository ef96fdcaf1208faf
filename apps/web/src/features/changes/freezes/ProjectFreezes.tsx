import { Button } from '@mantine/core'
import { IconPlus, IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { FreezeTable } from './FreezeTable.tsx'
import { t } from './messages.ts'
import { useFreezeRefusal } from './permitted.ts'
import { projectFreezes } from './projectQuery.ts'

/** In the settings of a project: the freezes that apply to it. */
export function ProjectFreezes({ id, project }: { id: string; project: { name: string } }) {
  const { data, error, refetch } = useQuery(projectFreezes(id))
  const navigate = useNavigate()
  const refusal = useFreezeRefusal()(id)
  const create = () => void navigate({ to: '/freezes/create', search: { project: id } })
  const button = (
    <Refused why={refusal}>
      <Button
        leftSection={<IconPlus size={14} stroke={2} />}
        aria-disabled={refusal ? true : undefined}
        onClick={refusal ? undefined : create}
      >
        {t('freezes.new')}
      </Button>
    </Refused>
  )
  return (
    <ListPage
      title={t('freezes.title')}
      purpose={t('freezes.projectText', { project: project.name })}
      actions={
        <>
          <Button variant="default" component={Link} to="/freezes">
            {t('freezes.all')}
          </Button>
          {data && data.length > 0 && button}
        </>
      }
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconSnowflake size={20} stroke={1.5} />}
          title={t('freezes.emptyProject')}
          text={t('freezes.emptyText')}
          action={button}
        />
      )}
      {data && data.length > 0 && <FreezeTable freezes={data} />}
    </ListPage>
  )
}
