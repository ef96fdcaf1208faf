import type { Strategy } from '@flagstaff/contract/strategy-types'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Uses } from '../../../ui/Uses.tsx'
import { Deprecated } from './Deprecated.tsx'
import { useMayEdit } from './may.ts'
import { t } from './messages.ts'
import { parametersOf } from './parameters.ts'
import { strategyDetail, strategyUses } from './queries.ts'
import { StrategyMenu } from './StrategyMenu.tsx'
import classes from './strategies.module.css'

export function StrategyPage() {
  const { name } = useParams({ from: '/strategies/$name' })
  const { data, error, refetch } = useQuery(strategyDetail(name))
  usePage([{ label: t('strategies.title'), to: '/strategies' }, { label: name }])
  // After deleting, keep showing it until the page is left.
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />
  return <Shown strategy={data} />
}

function Shown({ strategy }: { strategy: Strategy }) {
  const { name, title, description, deprecated } = strategy
  const navigate = useNavigate()
  const refusal = useMayEdit(strategy)
  const edit = () => {
    if (!refusal) void navigate({ to: '/strategies/$name/edit', params: { name } })
  }
  useHotkey('e', t('strategies.edit'), edit)
  return (
    <ListPage
      title={title || name}
      facts={
        <>
          {title && <span className="mono">{name}</span>} {deprecated && <Deprecated />}
        </>
      }
      actions={
        <>
          <Refused why={refusal}>
            <Button
              leftSection={<IconPencil size={14} stroke={1.75} />}
              aria-disabled={refusal ? true : undefined}
              onClick={edit}
            >
              {t('strategies.edit')}
            </Button>
          </Refused>
          <StrategyMenu strategy={strategy} onDeleted={() => void navigate({ to: '/strategies' })} />
        </>
      }
    >
      <div className={classes.page}>
        {description && <p className="dim">{description}</p>}
        {deprecated && <p className={classes.note}>{t('strategies.deprecatedText')}</p>}
        <section>
          <h2>{t('strategies.parameters')}</h2>
          <ParameterTable strategy={strategy} />
        </section>
        <WhereUsed name={name} />
      </div>
    </ListPage>
  )
}

function ParameterTable({ strategy }: { strategy: Strategy }) {
  const parameters = parametersOf(strategy)
  if (parameters.length === 0) return <p className="faint">{t('strategies.noParameters')}</p>
  return (
    <dl className={classes.parameters}>
      {parameters.map(({ name, type, description, required }) => (
        <div key={name}>
          <dt className="mono">{name}</dt>
          <dd>
            {t(`kind.${type}`)}
            {required && <span className="faint"> · {t('parameter.required')}</span>}
            {description && <div className="faint small">{description}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function WhereUsed({ name }: { name: string }) {
  const { data } = useQuery(strategyUses(name))
  if (!data) return null
  const { strategies, applications } = data
  return (
    <>
      <section>
        <h2>{t('strategies.rules')}</h2>
        {strategies.length > 0 ? (
          <Uses uses={strategies} label={t('strategies.rules')} />
        ) : (
          <p className="faint">{t('strategies.noRules')}</p>
        )}
      </section>
      <section>
        <h2>{t('strategies.applications')}</h2>
        {applications.length > 0 ? (
          <ul className={classes.applications}>
            {applications.map((application) => (
              <li key={application}>
                <Link to="/applications/$app" params={{ app: application }}>
                  {application}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="faint">{t('strategies.noApplications')}</p>
        )}
      </section>
    </>
  )
}
