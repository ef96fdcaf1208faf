import type { Api } from './api.ts'

// A webhook, and an endpoint whose signals turn flags off.

/** Reserved for examples, so it cannot be the address of anybody's system. */
const WEBHOOK = 'https://hooks.example.com/flags'
const DESCRIPTION = 'An example that is off. Enter the address of your own system, then turn it on.'
const ENDPOINT = 'alertmanager'
const ACTOR = 'alert-actions'
/** Of every installation. */
const roles = { viewer: 3, member: 5 }

type Named = { id: number; name: string }
type Account = { id: number; username: string }

export async function seedIntegrations(api: Api) {
  const { call } = api
  const { addons } = (await call('GET', '/addons')).body as { addons: { description: string | null }[] }
  if (!addons.some(({ description }) => description === DESCRIPTION))
    await call('POST', '/addons', {
      provider: 'webhook',
      description: DESCRIPTION,
      enabled: false,
      parameters: { url: WEBHOOK },
      events: ['feature-environment-enabled', 'feature-environment-disabled', 'change-request-applied'],
      projects: ['checkout'],
      environments: ['production'],
    })
  await seedSignals(api)
}

async function seedSignals({ call, send }: Api) {
  const { signalEndpoints } = (await call('GET', '/signal-endpoints')).body as { signalEndpoints: Named[] }
  if (signalEndpoints.some(({ name }) => name === ENDPOINT)) return
  const created = await call('POST', '/signal-endpoints', {
    name: ENDPOINT,
    description: 'Alerts of the shop',
  })
  const { id } = created.body as Named
  const secret = await call('POST', `/signal-endpoints/${id}/tokens`, { name: 'production' })
  const { token } = secret.body as { token: string }
  await call('POST', '/service-account', { name: 'Alert actions', username: ACTOR, rootRole: roles.viewer })
  const { serviceAccounts } = (await call('GET', '/service-account')).body as { serviceAccounts: Account[] }
  const actorId = serviceAccounts.find(({ username }) => username === ACTOR)?.id

  for (const project of ['checkout', 'fulfilment'])
    await call('POST', `/projects/${project}/access`, { roles: [roles.member], users: [actorId], groups: [] })

  const turnOff = (featureName: string, environment: string) => [
    { action: 'TOGGLE_FEATURE_OFF', sortOrder: 1, executionParams: { environment, featureName } },
  ]
  const firing = (service: string) => ({
    source: 'signal-endpoint',
    sourceId: id,
    payload: {
      status: { operator: 'IN', values: ['firing'] },
      'labels.service': { operator: 'IN', values: [service] },
    },
  })
  await call('POST', '/projects/checkout/actions', {
    name: 'Ask to turn off the payment form when payments fail',
    actorId,
    match: firing('payments'),
    actions: turnOff('new-payment-form', 'production'),
    onProtected: 'request',
  })
  await call('POST', '/projects/fulfilment/actions', {
    name: 'Turn off the label printer in staging when it fails',
    actorId,
    match: firing('labels'),
    actions: turnOff('label-printer-zpl', 'staging'),
  })
  const signal = (status: string, service: string, summary: string) =>
    send(token, `/api/signal-endpoint/${ENDPOINT}`, { status, labels: { service }, annotations: { summary } })
  await signal('firing', 'labels', '12 labels were not printed in 5 minutes')
  await signal('resolved', 'payments', 'Payments are fine again')
}
