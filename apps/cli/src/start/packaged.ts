import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const resolve = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Files of the package. These paths start from `dist`, where the bundle is. */
export const packaged = {
  server: resolve('./server.js'),
  edge: resolve('./edge.js'),
  verifyChain: resolve('./verify-chain.js'),
  postgres: resolve('../postgres'),
}

export const readVersion = (): string => JSON.parse(readFileSync(resolve('../package.json'), 'utf8')).version
