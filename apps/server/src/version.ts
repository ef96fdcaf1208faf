import { readFileSync } from 'node:fs'
import { folders } from './platform/folders.ts'

export const { version } = JSON.parse(readFileSync(folders.manifest, 'utf8')) as { version: string }
