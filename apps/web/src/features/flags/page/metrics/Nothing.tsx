import { Button } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { boot } from '../../../../lib/boot.ts'
import { Snippets } from '../../../../ui/Snippets.tsx'
import { State } from '../../../../ui/State.tsx'
import { partOf } from '../place.ts'
import type { Place } from '../queries.ts'
import classes from './Metrics.module.css'
import { t } from './messages.ts'
import { EVERYWHERE } from './series.ts'

type NothingProps = {
  place: Place
  environment: string
  onLonger: (() => void) | undefined
}

/** Empty state: how to report usage. */
export function Nothing({ place, environment, onLonger }: NothingProps) {
  const { flag } = place
  return (
    <div className={classes.nothing}>
      <State
        icon={<IconChartBar size={20} stroke={1.5} />}
        title={t(environment === EVERYWHERE ? 'empty.title' : 'empty.titleIn', { flag, environment })}
        text={t('empty.text')}
        action={
          <span className={classes.ways}>
            <Button component={Link} to={partOf(place, 'code')} variant="default">
              {t('empty.code')}
            </Button>
            {onLonger && (
              <Button variant="default" onClick={onLonger}>
                {t('empty.longer')}
              </Button>
            )}
          </span>
        }
      />
      <Snippets label={t('empty.snippet')} snippets={[{ language: 'curl', code: reportOf(flag) }]} />
    </div>
  )
}

const reportOf = (flag: string) => {
  const hour = `${new Date().toISOString().slice(0, 13)}:00:00Z`
  const bucket = { start: hour, stop: hour, toggles: { [flag]: { yes: 3, no: 1 } } }
  return `curl ${location.origin}${boot.basePath}/api/client/metrics \\
  -H "Authorization: $FLAGSTAFF_TOKEN" -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ appName: 'my-app', bucket }, null, 2)}'`
}
