import { AppError } from '../../platform/errors.ts'
import type { Slice, WorkHandles } from '../../platform/manifest.ts'
import { system } from '../../platform/write/actor.ts'
import { run } from '../../platform/write/commands.ts'
import { disableIntegration } from './commands.ts'
import { GIVE_UP_DAYS } from './delivery/outcome.ts'
import { removeOldDeliveries } from './delivery/queries.ts'
import { openRunner } from './delivery/run.ts'
import { listFailing } from './queries.ts'
import { integrationRoutes } from './routes.ts'

async function giveUp({ read, write }: WorkHandles) {
  for (const id of await listFailing(read, GIVE_UP_DAYS))
    await write(system, (tx) => run(tx, disableIntegration, { id })).catch((error) => {
      // Someone deleted it at the same moment.
      if (!(error instanceof AppError) || error.status >= 500) throw error
    })
}

export const slice: Slice = {
  routes: { admin: [integrationRoutes] },
  jobs: (handles) => [{ name: 'give-up-integrations', cron: '17 * * * *', run: () => giveUp(handles) }],
  outside: openRunner,
  expire: removeOldDeliveries,
}
