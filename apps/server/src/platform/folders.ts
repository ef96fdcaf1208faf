import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const resolve = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Files that the server reads beside its code. The bundle has them elsewhere, so its build replaces this file. */
export const folders = {
  migrations: resolve('../../migrations/'),
  web: resolve('../../../web/dist/'),
  apiDocs: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
  manifest: resolve('../../package.json'),
}
