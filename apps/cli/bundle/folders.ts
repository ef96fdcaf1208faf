import { fileURLToPath } from 'node:url'

const resolve = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Replaces `platform/folders.ts` of the server: in the package, everything is in `dist`. */
export const folders = {
  migrations: resolve('./migrations/'),
  web: resolve('./web/'),
  apiDocs: resolve('./api-docs/'),
  manifest: resolve('../package.json'),
}
