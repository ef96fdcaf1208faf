import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { openRequests } from '../../../lib/drafts.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { LoadingCards } from '../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { projectOverview } from '../../setup/projects/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { MissingFlag } from '../page/MissingFlag.tsx'
import { pathOf, useFlagPage, usePlace } from '../page/place.ts'
import { flagDetail, type Place } from '../page/queries.ts'
import { useDrafted } from '../page/useDrafted.ts'
import { FlagValueContext } from './flagValue.ts'
import { t } from './messages.ts'
import { RuleForm } from './RuleForm.tsx'
import { bodyOf, experiment, gradual } from './rule.ts'

export function NewRule() {
  const place = usePlace()
  const { environmentId, template } = useSearch({
    from: '/projects/$projectId/features/$flag/strategies/create',
  })
  useFlagPage(place, t('form.new'))
  return <RulePage place={place} environmentName={environmentId} split={template === 'experiment'} />
}

export function EditRule() {
  const place = usePlace()
  const { environmentId, strategyId = '' } = useSearch({
    from: '/projects/$projectId/features/$flag/strategies/edit',
  })
  useFlagPage(place, t('form.edit'))
  return <RulePage key={strategyId} place={place} environmentName={environmentId} id={strategyId} />
}

type PageProps = { place: Place; environmentName: string; id?: string; split?: boolean }

function RulePage({ place, environmentName, id, split = false }: PageProps) {
  const { data: flag, error, refetch } = useQuery(flagDetail(place))
  const { data: project, isPending } = useQuery(projectOverview(place.project))
  // Load everything first to avoid layout shifts in the form.
  const parts = [
    useQuery(contextFieldList),
    useQuery(segmentList),
    useQuery(strategyList),
    useQuery(openRequests(place.project)),
  ]
  const drafted = useDrafted(place, environmentName)
  const isReady = flag && !isPending && parts.every((part) => !part.isPending)
  if (error instanceof ApiError && error.status === 404) return <MissingFlag place={place} error={error} />
  if (error && !flag) return <ErrorState error={error} retry={() => void refetch()} />
  if (!isReady) {
    return <LoadingCards title cards={[2, 6]} />
  }
  const environment = flag.environments?.find(({ name }) => name === environmentName)
  if (!environment) return <Nowhere place={place} text={t('form.noEnvironment', { name: environmentName })} />
  const standard = project?.environments?.find((one) => one.environment === environmentName)?.defaultStrategy
  const usual = standard ? bodyOf(standard) : gradual(flag.name, project?.defaultStickiness)
  const proposed = drafted?.changed.get(id ?? '') ?? drafted?.added.find((rule) => rule.id === id)
  const stored = environment.strategies?.find((rule) => rule.id === id) ?? proposed
  return (
    <Known place={place} known={id === undefined || stored !== undefined}>
      <FlagValueContext value={flag}>
        <RuleForm
          place={place}
          flag={flag}
          environment={environment}
          stored={stored}
          start={stored ? bodyOf({ ...stored, ...proposed }) : split ? experiment(usual) : usual}
          isNew={id === undefined}
          isDrafted={proposed !== undefined}
        />
      </FlagValueContext>
    </Known>
  )
}

/** A rule stays open even if another user deletes it. */
function Known({ place, known, children }: { place: Place; known: boolean; children: ReactNode }) {
  const [wasKnown] = useState(known)
  return wasKnown ? children : <Nowhere place={place} text={t('form.missing')} />
}

function Nowhere({ place, text }: { place: Place; text: string }) {
  return (
    <State
      icon={<IconSearchOff size={20} stroke={1.5} />}
      title={text}
      action={
        <Button component={Link} to={pathOf(place)}>
          {t('form.back')}
        </Button>
      }
    />
  )
}
