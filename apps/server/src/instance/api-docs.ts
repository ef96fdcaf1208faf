import fastifyStatic from '@fastify/static'
import { instanceOperations } from '@flagstaff/contract/operations/instance'
import Type from 'typebox'
import { folders } from '../platform/folders.ts'
import { routesOf } from '../platform/http/serve.ts'
import type { App } from '../platform/http/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of all routes, as JSON. */
    openApi(): Promise<string>
  }
}

const isPublic = { permission: 'public' } as const

/** The OpenAPI document and its viewer, served without any external resources. */
export async function apiDocsRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  serve('GET /docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await app.openApi()),
  )
  serve('GET /docs/openapi', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page(app.settings.basePath)),
  )
  app.get('/docs/viewer.js', { config: isPublic }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(viewer),
  )
  await app.register(fastifyStatic, { root: folders.apiDocs, serve: false })
  app.get(
    '/docs/assets/:file',
    { config: isPublic, schema: { params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => reply.sendFile(request.params.file),
  )
}

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

const viewer = `const place = document.getElementById('viewer')
SwaggerUIBundle({ domNode: place, url: place.dataset.document, deepLinking: true, validatorUrl: null })
`

const page = (basePath: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flagstaff API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}/docs/assets/swagger-ui.css">
</head>
<body>
<div id="viewer" data-document="${basePath}/docs/openapi.json"></div>
<script src="${basePath}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${basePath}/docs/viewer.js"></script>
</body>
</html>`
