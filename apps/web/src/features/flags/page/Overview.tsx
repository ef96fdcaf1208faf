import { IconHelpCircle } from '@tabler/icons-react'
import { useRef } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { State } from '../../../ui/State.tsx'
import { Aside } from './Aside.tsx'
import { EnvironmentCard } from './EnvironmentCard.tsx'
import classes from './Flag.module.css'
import { DriftNotice } from './managed/Managed.tsx'
import { t } from './messages.ts'
import { inOrder, useFlag, useFlagPage, usePlace, useSegmentNames } from './place.ts'

/** One card per environment with its rules, and details of the flag. */
export function Overview() {
  const place = usePlace()
  useFlagPage(place)
  const flag = useFlag(place)
  const environments = inOrder(flag.environments ?? [])
  const rules = environments.flatMap(({ strategies = [] }) => strategies)
  const segments = useSegmentNames(rules.some(({ segments: used = [] }) => used.length > 0))
  const cards = useRef<HTMLDivElement>(null)
  useHotkey('e', t('key.rollout'), () => {
    // The focused rule, otherwise the first one.
    const here = document.activeElement?.closest('[data-rule]') ?? cards.current
    here?.querySelector<HTMLElement>('[data-rollout]')?.click()
  })
  const explain = () => {
    const here = document.activeElement?.closest('section') ?? cards.current
    here?.querySelector<HTMLElement>('[data-explain]')?.click()
  }
  useHotkey('w', t('key.explain'), explain)
  useCommand('flag.explain', t('key.explain'), explain, <IconHelpCircle size={16} stroke={1.5} />)
  return (
    <div className={classes.two}>
      <div className={classes.main} ref={cards}>
        <DriftNotice place={place} />
        {environments.length === 0 && <State title={t('card.none')} />}
        {environments.map((environment) => (
          <EnvironmentCard
            key={environment.name}
            place={place}
            flag={flag}
            environment={environment}
            segments={segments}
          />
        ))}
      </div>
      <Aside place={place} flag={flag} />
    </div>
  )
}
