import { bannersOperations } from '@flagstaff/contract/operations/banners'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { createBanner, deleteBanner, toggleBanner, updateBanner } from './commands.ts'
import { listBanners } from './queries.ts'

export async function bannerRoutes(app: App) {
  const serve = routesOf(app, bannersOperations)
  serve('GET /api/admin/banners', async (request) => {
    const { may } = request.signedIn()
    const managed = may('ADMIN', {}) || may('UPDATE_INSTANCE_BANNERS', {})
    return { banners: await listBanners(app.read, managed ? 'all' : 'enabled') }
  })
  serve('POST /api/admin/banners', { command: createBanner }, async (request, reply) => {
    const banner = await request.dispatch(createBanner, request.body)
    return reply.code(201).header('location', `banners/${banner.id}`).send(banner)
  })
  serve('PUT /api/admin/banners/:id', { command: updateBanner }, (request) =>
    request.dispatch(updateBanner, { ...request.body, id: request.params.id }),
  )
  serve('DELETE /api/admin/banners/:id', { command: deleteBanner }, async (request, reply) => {
    await request.dispatch(deleteBanner, { id: request.params.id })
    return reply.send()
  })
  serve('POST /api/admin/banners/:id/on', { command: toggleBanner }, (request) =>
    request.dispatch(toggleBanner, { id: request.params.id, enabled: true }),
  )
  serve('POST /api/admin/banners/:id/off', { command: toggleBanner }, (request) =>
    request.dispatch(toggleBanner, { id: request.params.id, enabled: false }),
  )
}
