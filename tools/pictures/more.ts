import type { Shop } from './shop.ts'

type Named = { id: number; name: string }

/**
 * What a larger company has besides the demo: teams with roles, an account for a pipeline, and a custom role. Returns
 * the secret of a backend token for production.
 */
export async function addMore(call: Shop['call']): Promise<string> {
  const { users } = await call<{ users: Named[] }>('GET', '/user-admin')
  const member = (name: string) => ({ user: { id: users.find((user) => user.name === name)?.id } })
  const { roles } = await call<{ roles: Named[] }>('GET', '/roles')
  const roleOf = (name: string) => roles.find((role) => role.name === name)?.id

  for (const [project, name, description, ...people] of [
    ['checkout', 'Payments', 'Cards, wallets and invoices', 'Ida Berg', 'Tomas Lind'],
    ['storefront', 'Storefront', 'Search, pages and recommendations', 'Mei Tanaka', 'Ida Berg'],
    ['fulfilment', 'Warehouse', 'Labels, routes and parcels', 'Jonas Weber'],
  ] as const) {
    const group = await call<Named>('POST', '/groups', { name, description, users: people.map(member) })
    await call('POST', `/projects/${project}/access`, {
      roles: [roleOf('Owner')],
      groups: [group.id],
      users: [],
    })
  }
  await call('POST', '/roles', {
    name: 'Release manager',
    description: 'Turns flags on in production, but does not create or archive them',
    type: 'custom',
    permissions: [
      { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
      { name: 'UPDATE_FEATURE_STRATEGY', environment: 'production' },
      { name: 'APPLY_CHANGE_REQUEST', environment: 'production' },
    ],
  })
  for (const [name, username, rootRole] of [
    ['Deploy pipeline', 'deploy-pipeline', 2],
    ['Terraform', 'terraform', 2],
  ] as const) {
    const account = await call<Named>('POST', '/service-account', { name, username, rootRole })
    const expiresAt = new Date(Date.now() + 180 * 86_400_000)
    await call('POST', `/service-account/${account.id}/token`, { description: 'CI', expiresAt })
  }
  for (const [tokenName, type, environment, project] of [
    ['storefront-web', 'frontend', 'production', 'storefront'],
    ['checkout app', 'frontend', 'development', 'checkout'],
  ] as const)
    await call('POST', '/api-tokens', { tokenName, type, environment, projects: [project] })
  for (const text of [
    'Support has seen no complaints since the Nordic ramp began.',
    'Ready for 50 % on Monday, @tomas.lind?',
  ])
    await call('POST', '/projects/checkout/features/new-payment-form/comments', { text })
  for (const flag of ['new-payment-form', 'express-checkout-wallets'])
    await call('POST', `/projects/checkout/features/${flag}/favorites`)
  await call('POST', '/projects/checkout/favorites')
  // The demo has signed in without a browser.
  await call('DELETE', '/user/sessions')
  const token = {
    tokenName: 'checkout-api',
    type: 'backend',
    environment: 'production',
    projects: ['checkout'],
  }
  return (await call<{ secret: string }>('POST', '/api-tokens', token)).secret
}
