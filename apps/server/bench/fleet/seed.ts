import { exportOf } from '../delivery/flags.ts'
import { call } from '../delivery/site.ts'
import { ADMIN_TOKEN, ENVIRONMENTS, flags } from './plan.ts'

/** The flags, with rules, constraints and variants, on in all environments. */
export async function seed(url: string) {
  const data = exportOf(0, flags.length)
  for (const environment of ENVIRONMENTS) {
    const featureEnvironments = data.featureEnvironments.map((one) => ({
      ...one,
      environment,
      enabled: true,
    }))
    await call(url, {
      method: 'POST',
      path: '/api/admin/features-batch/import',
      headers: { authorization: ADMIN_TOKEN },
      body: { project: 'default', environment, data: { ...data, featureEnvironments } },
    })
  }
}
