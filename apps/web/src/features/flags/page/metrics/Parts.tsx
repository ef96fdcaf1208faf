import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent, formatShort } from '../../../../lib/format.ts'
import { Environment } from '../../../../ui/Environment.tsx'
import { Spark } from '../../../../ui/Spark.tsx'
import aside from '../Aside.module.css'
import classes from './Metrics.module.css'
import { t } from './messages.ts'
import { allOf, type Part, type Sum, shareOf } from './series.ts'

type PartsProps = {
  environment: string
  app: string | undefined
  byEnvironment: readonly Part[]
  byApp: readonly Part[]
  sum: Sum
  variants: readonly { name: string; count: number }[]
  typeOf(environment: string): string
  onEnvironment(name: string): void
  onApp(name: string | undefined): void
}

/** Evaluations by environment, application and variant. */
export function Parts(props: PartsProps) {
  const { environment, app, byEnvironment, byApp, sum, variants } = props
  const all = allOf(sum)
  const most = Math.max(1, ...byApp.map((part) => allOf(part.sum)))
  const share = (count: number) => formatPercent(all === 0 ? 0 : Math.round((count / all) * 1000) / 10)
  return (
    <aside className={aside.aside}>
      <Section title={t('part.apps')} empty={byApp.length === 0}>
        {byApp.map((part) => (
          <li key={part.name}>
            <Choice
              chosen={app === part.name}
              onClick={() => props.onApp(app === part.name ? undefined : part.name)}
            >
              <span className={classes.partName}>{part.name}</span>
              <b className="num">{formatShort(allOf(part.sum))}</b>
              <span className={classes.meter} aria-hidden="true">
                <i style={{ width: `${(allOf(part.sum) / most) * 100}%` }} />
              </span>
              <span className="faint small num">
                {t('part.on', { share: formatPercent(shareOf(part.sum)) })}
              </span>
            </Choice>
          </li>
        ))}
      </Section>
      <Section title={t('part.environments')} empty={byEnvironment.length === 0}>
        {byEnvironment.map((part) => (
          <li key={part.name}>
            <Choice chosen={environment === part.name} onClick={() => props.onEnvironment(part.name)}>
              <Environment name={part.name} type={props.typeOf(part.name)} />
              <b className="num">{formatShort(allOf(part.sum))}</b>
              <Spark values={part.steps.map(allOf)} width={96} height={16} />
              <span className="faint small num">
                {t('part.on', { share: formatPercent(shareOf(part.sum)) })}
              </span>
            </Choice>
          </li>
        ))}
      </Section>
      <Section title={t('part.answers')} empty={all === 0}>
        {[
          { key: 'on', name: t('chart.on'), count: sum.yes },
          { key: 'off', name: t('part.off'), count: sum.no },
          // A variant can also be called "on".
          ...variants.map((variant) => ({ ...variant, key: `variant ${variant.name}` })),
        ].map(({ key, name, count }) => (
          <li key={key} className={classes.answer}>
            <code className={classes.code}>{name}</code>
            <span className="num">{formatNumber(count)}</span>
            <b className="num">{share(count)}</b>
          </li>
        ))}
      </Section>
      <section className={aside.part}>
        <h2>{t('part.kept')}</h2>
        <p className="dim small">{t('part.keptText')}</p>
      </section>
    </aside>
  )
}

function Section({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  return (
    <section className={aside.part}>
      <h2>{title}</h2>
      {empty ? <p className="faint">{t('part.none')}</p> : <ul>{children}</ul>}
    </section>
  )
}

function Choice({ chosen, onClick, children }: { chosen: boolean; onClick(): void; children: ReactNode }) {
  return (
    <UnstyledButton className={classes.choice} aria-pressed={chosen} onClick={onClick}>
      {children}
    </UnstyledButton>
  )
}
