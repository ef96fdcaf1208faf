import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon, Button, Code } from '@mantine/core'
import {
  IconArrowNarrowRight,
  IconBroadcast,
  IconChevronDown,
  IconChevronUp,
  IconHelpCircle,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatAge } from '../../../lib/format.ts'
import { me, useCan } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { useLimits } from '../../constraints/queries.ts'
import { actorOf } from '../../events/actor.ts'
import { DeliveryPopover } from '../../receipts/DeliveryPopover.tsx'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import classes from './Card.module.css'
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx'
import { t } from './messages.ts'
import { type FlagEnvironment, flagEvents, type Place } from './queries.ts'
import { RuleList } from './RuleList.tsx'
import { useRecentChange } from './useRecentChange.ts'

const Receipt = lazy(() =>
  import('../../receipts/views.ts').then(({ Receipt: component }) => ({ default: component })),
)
const Explain = lazy(() => import('./Explain.tsx').then(({ Explain: component }) => ({ default: component })))

type CardProps = { place: Place; flag: Feature; environment: FlagEnvironment; segments: SegmentNames }

export function EnvironmentCard({ place, flag, environment, segments }: CardProps) {
  const { name, type = '', enabled, strategies: rules = [], variants = [] } = environment
  const [opened, setOpened] = useState<boolean>()
  const [explaining, setExplaining] = useState<boolean>()
  const open = opened ?? enabled
  const where = { project: place.project, flag: place.flag, environment: name }
  const recent = useRecentChange(place.flag, name)
  return (
    <section className={classes.card} data-type={type} aria-label={name}>
      <div className={classes.head}>
        <EnvironmentSwitch place={place} flag={flag} environment={environment} segments={segments} />
        <h2 className={classes.environment}>
          <Environment name={name} type={type} boxed />
        </h2>
        <b>{t(enabled ? 'card.on' : 'card.off')}</b>
        <Changed flag={place.flag} environment={name} />
        <span className={classes.seen}>
          {environment.lastSeenAt
            ? t('card.seen', { age: formatAge(environment.lastSeenAt) })
            : t('card.notSeen')}
        </span>
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
          <span className={`${classes.count} t3 small num`}>{t('card.rules', { count: rules.length })}</span>
        )}
        <ActionIcon
          aria-label={t(open ? 'card.hide' : 'card.show', { environment: name })}
          aria-expanded={open}
          onClick={() => setOpened(!open)}
        >
          {open ? <IconChevronUp size={16} stroke={1.5} /> : <IconChevronDown size={16} stroke={1.5} />}
        </ActionIcon>
      </div>
      {recent !== undefined && (
        <Suspense>
          <Receipt key={recent} where={{ ...where, revision: recent }} />
        </Suspense>
      )}
      {open && (
        <>
          {rules.length > 0 && (
            <RuleList place={place} flag={flag} environment={environment} segments={segments} />
          )}
          {variants.length > 0 && (
            <p className={classes.legacy}>
              {t('card.legacy', { names: variants.map((variant) => variant.name).join(', ') })}
            </p>
          )}
          <Foot place={place} environment={name} count={rules.length} />
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

/** Who turned it on or off last, as far as the recent log tells. */
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

function Foot({ place, environment, count }: { place: Place; environment: string; count: number }) {
  const { featureEnvironmentStrategies: limit } = useLimits()
  const full = count >= limit ? t('card.full', { limit }) : undefined
  const refusal = useCan('CREATE_FEATURE_STRATEGY', { project: place.project, environment }) ?? full
  const label = t('card.addTo', { environment })
  const inside = {
    variant: 'subtle',
    leftSection: <IconPlus size={14} stroke={1.75} />,
    className: classes.add ?? '',
    'aria-label': label,
  } as const
  return (
    <div className={classes.foot}>
      <span className="t3">{t('card.else')}</span>
      <IconArrowNarrowRight size={16} stroke={1.5} className="t3" aria-hidden="true" />
      <Code className={classes.off}>{t('card.elseOff')}</Code>
      {count > 1 && <span className={classes.any}>{t('card.any')}</span>}
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
              search={{ environmentId: environment }}
            />
          )}
        >
          {t('card.add')}
        </Button>
      )}
    </div>
  )
}
