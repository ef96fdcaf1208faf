import {
  type Icon,
  IconBellRinging,
  IconBrandSlack,
  IconBrandTeams,
  IconChartDots,
  IconChartLine,
  IconDatabaseExport,
  IconPlug,
  IconTimeline,
  IconWebhook,
} from '@tabler/icons-react'
import classes from './integrations.module.css'

const icons: Record<string, Icon> = {
  webhook: IconWebhook,
  slack: IconBrandSlack,
  'slack-app': IconBrandSlack,
  teams: IconBrandTeams,
  teamsworkflow: IconBrandTeams,
  datadog: IconChartDots,
  'new-relic': IconChartDots,
  grafana: IconChartLine,
  pagerduty: IconBellRinging,
  'event-stream': IconDatabaseExport,
  otlp: IconTimeline,
}

export function ProviderIcon({ provider }: { provider: string }) {
  const Glyph = icons[provider] ?? IconPlug
  return (
    <span className={classes.icon} aria-hidden="true">
      <Glyph size={16} stroke={1.5} />
    </span>
  )
}
