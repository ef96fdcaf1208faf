import type { PayloadFilters } from '@flagstaff/contract/actions'

/** What a monitoring system sends, and the condition that most people want. */
export type Preset = { id: string; name: string; payload: object; filters: PayloadFilters }

const is = (...values: string[]) => ({ operator: 'IN' as const, values })

export const presets: readonly Preset[] = [
  {
    id: 'alertmanager',
    name: 'Alertmanager',
    payload: {
      status: 'firing',
      receiver: 'flagstaff',
      groupLabels: { alertname: 'HighErrorRate' },
      commonLabels: { alertname: 'HighErrorRate', service: 'checkout', severity: 'critical' },
      alerts: [{ status: 'firing', labels: { alertname: 'HighErrorRate', service: 'checkout' } }],
    },
    filters: { status: is('firing'), 'commonLabels.alertname': is('HighErrorRate') },
  },
  {
    id: 'grafana',
    name: 'Grafana',
    payload: {
      status: 'firing',
      state: 'alerting',
      title: '[FIRING:1] Checkout errors',
      commonLabels: { alertname: 'Checkout errors', team: 'shop' },
      alerts: [{ status: 'firing', values: { A: 7.5 } }],
    },
    filters: { status: is('firing'), 'commonLabels.alertname': is('Checkout errors') },
  },
  {
    id: 'datadog',
    name: 'Datadog',
    payload: { transition: 'Triggered', title: 'Checkout latency', tags: 'service:checkout', priority: 'P1' },
    filters: { transition: is('Triggered'), title: is('Checkout latency') },
  },
  {
    id: 'sentry',
    name: 'Sentry',
    payload: {
      action: 'triggered',
      data: {
        event: { level: 'error', environment: 'production' },
        triggered_rule: 'Checkout errors',
      },
    },
    filters: { action: is('triggered'), 'data.triggered_rule': is('Checkout errors') },
  },
  {
    id: 'pagerduty',
    name: 'PagerDuty',
    payload: {
      event: {
        event_type: 'incident.triggered',
        data: { title: 'Checkout is down', urgency: 'high', service: { summary: 'Checkout' } },
      },
    },
    filters: { 'event.event_type': is('incident.triggered'), 'event.data.service.summary': is('Checkout') },
  },
]
