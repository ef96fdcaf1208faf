import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon, Button, Code, Tooltip } from '@mantine/core'
import {
  IconArrowNarrowRight,
  IconBroadcast,
  IconChevronDown,
  IconChevronUp,
  IconHelpCircle,
  IconPlus,
  IconShield,
  IconShieldCheck,
  IconTemplate,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { actorOf } from '../../../lib/actor.ts'
import { formatAge } from '../../../lib/format.ts'
import { useLimits } from '../../../lib/limits.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { me } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { DeliveryPopover, Receipt } from '../../insight/receipts/index.ts'
import { projectOverview } from '../../setup/projects/index.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import classes from './Card.module.css'
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx'
import { ManagedNote } from './managed/Managed.tsx'
import { t } from './messages.ts'
import { PendingNotes } from './Pending.tsx'
import { type FlagEnvironment, flagEvents, type Place, pendingRequests } from './queries.ts'
import { RequestNotes } from './RequestNotes.tsx'
import { RuleList } from './RuleList.tsx'
import { Traffic } from './Traffic.tsx'
import { useDrafted } from './useDrafted.ts'
import { useRecentChange } from './useRecentChange.ts'

const PlanCard = lazy(() =>
  import('../plans/parts.ts').then(({ PlanCard: component }) => ({ default: component })),
)
const AddPlan = lazy(() =>
  import('../plans/parts.ts').then(({ AddPlan: component }) => ({ default: component })),
)
const RampDialog = lazy(() =>
  import('../plans/parts.ts').then(({ RampDialog: component }) => ({ default: component })),
)
const Explain = lazy(() => import('./Explain.tsx').then(({ Explain: component }) => ({ default: component })))

type CardProps = { place: Place; flag: Feature; environment: FlagEnvironment; segments: SegmentNames }

export function EnvironmentCard({ place, flag, environment, segments }: CardProps) {
  const { name, type = '', enabled, strategies: rules = [], variants = [] } = environment
  const [plan] = environment.releasePlans ?? []
  const [opened, setOpened] = useState<boolean>()
  const [explaining, setExplaining] = useState<boolean>()
  const drafted = useDrafted(place, name)
  const pending = useQuery(pendingRequests(place))
  const open = opened ?? (enabled || drafted !== undefined || plan !== undefined)
  const where = { project: place.project, flag: place.flag, environment: name }
  const recent = useRecentChange(place.flag, name)
  return (
    <section className={classes.card} data-type={type} aria-label={name}>
      <div className={classes.head}>
        <EnvironmentSwitch
          place={place}
          flag={flag}
          environment={environment}
          segments={segments}
          drafted={drafted}
        />
        <h2 className={classes.environment}>
          <Environment name={name} type={type} boxed />
          <Protected project={place.project} environment={name} />
        </h2>
        <b>{t(enabled ? 'card.on' : 'card.off')}</b>
        {drafted?.enabled !== undefined && (
          <span className={classes.will}>{t(drafted.enabled ? 'pending.on' : 'pending.off')}</span>
        )}
        <Changed flag={place.flag} environment={name} />
        <Traffic flag={place.flag} environment={environment} />
        {rules.length > 0 && (
          <Button
            variant="default"
            className={classes.explain}
            data-explain
            aria-label={t('card.explainIn', { environment: name })}
            leftSection={<IconHelpCircle size={14} stroke={1.75} />}
            onClick={() => setExplaining(true)}
          >
            {t('card.explain')}
          </Button>
        )}
        <DeliveryPopover where={where}>
          {(toggle) => (
            <Button
              variant="default"
              className={classes.explain}
              aria-label={t('card.deliveryIn', { environment: name })}
              leftSection={<IconBroadcast size={14} stroke={1.75} />}
              onClick={toggle}
            >
              {t('card.delivery')}
            </Button>
          )}
        </DeliveryPopover>
        {!open && (
          <span className={`${classes.count} faint small num`}>
            {t('card.rules', { count: rules.length })}
          </span>
        )}
        <ActionIcon
          aria-label={t(open ? 'card.hide' : 'card.show', { environment: name })}
          aria-expanded={open}
          onClick={() => setOpened(!open)}
        >
          {open ? <IconChevronUp size={16} stroke={1.5} /> : <IconChevronDown size={16} stroke={1.5} />}
        </ActionIcon>
      </div>
      <ManagedNote place={place} environment={name} />
      <Loaded query={pending} name={shared('state.requests')} loading={null}>
        {(requests) => <RequestNotes requests={requests} flag={place.flag} environment={name} />}
      </Loaded>
      {recent !== undefined && (
        <Suspense>
          <Receipt key={recent} where={{ ...where, revision: recent }} />
        </Suspense>
      )}
      {open && (
        <>
          <PendingNotes drafted={drafted} />
          {plan && (
            <Suspense fallback={<div className={classes.planWaits} />}>
              <PlanCard
                key={plan.id}
                place={place}
                environment={environment}
                plan={plan}
                segments={segments}
              />
            </Suspense>
          )}
          {(rules.length > 0 || (drafted && drafted.added.length > 0)) && (
            <RuleList
              place={place}
              flag={flag}
              environment={environment}
              segments={segments}
              drafted={drafted}
            />
          )}
          {variants.length > 0 && (
            <p className={classes.legacy}>
              {t('card.legacy', { names: variants.map((variant) => variant.name).join(', ') })}
            </p>
          )}
          <Foot place={place} environment={environment} segments={segments} count={rules.length} />
        </>
      )}
      {explaining !== undefined && (
        <Suspense>
          <Explain
            flag={flag}
            environment={environment}
            opened={explaining}
            onClose={() => setExplaining(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Marks an environment in which changes need a review. */
function Protected({ project, environment }: { project: string; environment: string }) {
  const { data } = useQuery(projectOverview(project))
  const settings = data?.environments?.find((one) => one.environment === environment)
  if (!settings?.changeRequestsEnabled) return null
  return (
    <Tooltip label={t('card.protected')} events={{ hover: true, focus: true, touch: true }}>
      <IconShieldCheck size={16} stroke={1.75} role="img" aria-label={t('card.protected')} />
    </Tooltip>
  )
}

/** Who last turned it on or off, according to recent events. */
function Changed({ flag, environment }: { flag: string; environment: string }) {
  const { data } = useQuery(flagEvents(flag))
  const { data: account } = useSuspenseQuery(me)
  const event = data?.events.find(
    (one) => one.environment === environment && /^feature-environment-(en|dis)abled$/.test(one.type),
  )
  if (!event) return null
  const actor = event.createdByUserId === account.user.id ? t('card.you') : actorOf(event)
  const key = event.type === 'feature-environment-enabled' ? 'card.turnedOn' : 'card.turnedOff'
  return <span className={classes.changed}>{t(key, { actor, age: formatAge(event.createdAt) })}</span>
}

type FootProps = { place: Place; environment: FlagEnvironment; segments: SegmentNames; count: number }

function Foot({ place, environment, segments, count }: FootProps) {
  const [adding, setAdding] = useState<'plan' | 'ramp'>()
  const close = () => setAdding(undefined)
  const { featureEnvironmentStrategies: limit } = useLimits()
  const full = count >= limit ? t('card.full', { limit }) : undefined
  const refusal = useReviews(place.project)(environment, 'CREATE_FEATURE_STRATEGY').refusal ?? full
  const label = t('card.addTo', { environment: environment.name })
  const inside = {
    variant: 'subtle',
    leftSection: <IconPlus size={14} stroke={1.75} />,
    className: classes.add ?? '',
    'aria-label': label,
  } as const
  return (
    <div className={classes.foot}>
      <span className="faint">{t('card.else')}</span>
      <IconArrowNarrowRight size={16} stroke={1.5} className="faint" aria-hidden="true" />
      <Code className={classes.off}>{t('card.elseOff')}</Code>
      {count > 1 && <span className={classes.any}>{t('card.any')}</span>}
      <span className={classes.ways}>
        {!refusal && !environment.releasePlans?.length && (
          <>
            <Button
              variant="subtle"
              leftSection={<IconShield size={14} stroke={1.75} />}
              aria-label={t('card.rampIn', { environment: environment.name })}
              onClick={() => setAdding('ramp')}
            >
              {t('card.ramp')}
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconTemplate size={14} stroke={1.75} />}
              aria-label={t('card.useTemplateIn', { environment: environment.name })}
              onClick={() => setAdding('plan')}
            >
              {t('card.useTemplate')}
            </Button>
          </>
        )}
        {refusal ? (
          <Refused why={refusal}>
            <Button {...inside} aria-disabled>
              {t('card.add')}
            </Button>
          </Refused>
        ) : (
          <Button
            {...inside}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectId/features/$flag/strategies/create"
                params={{ projectId: place.project, flag: place.flag }}
                search={{ environmentId: environment.name }}
              />
            )}
          >
            {t('card.add')}
          </Button>
        )}
      </span>
      {adding && (
        <Suspense>
          {adding === 'plan' ? (
            <AddPlan place={place} environment={environment} segments={segments} onClose={close} />
          ) : (
            <RampDialog place={place} environment={environment} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}
