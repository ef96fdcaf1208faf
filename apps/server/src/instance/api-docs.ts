import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import Type from 'typebox'
import type { OpenApi } from '../platform/http/openapi.ts'
import type { App } from '../platform/http/server.ts'

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const tags = ['Operational']
const isPublic = { permission: 'public' } as const

/** The OpenAPI document and its viewer, served from here alone: nothing is fetched from elsewhere. */
export async function apiDocsRoutes(app: App, document: OpenApi, basePath: string) {
  app.get(
    '/docs/openapi.json',
    {
      config: isPublic,
      schema: { operationId: 'x-openapiDocument', tags, response: { 200: Type.Unknown() } },
    },
    async () => document,
  )
  app.get(
    '/docs/openapi',
    { config: isPublic, schema: { operationId: 'x-openapiViewer', tags, response: { 200: Type.String() } } },
    async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page(basePath)),
  )
  app.get('/docs/viewer.js', { config: isPublic }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(viewer),
  )
  await app.register(fastifyStatic, { root: assets, serve: false })
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
