import { join } from 'node:path'
import { REAL_BUDGET, type Server, startServer } from '../cluster/server.ts'
import { type Broker, createBroker } from './broker.ts'
import { type Disk, mountDisk } from './disk.ts'

// What a world has only if `--with` names it.

export const extraKinds = ['disk', 'backbone', 'old'] as const
export type ExtraKind = (typeof extraKinds)[number]
export type Extras = { disk: Disk | undefined; broker: Broker | undefined }

/** The folder of an older build, whose server runs beside those of this one. */
export const oldBuild = process.env.OLD_BUILD

export async function openExtras(kinds: ReadonlySet<ExtraKind>): Promise<Extras> {
  const broker = kinds.has('backbone') ? await createBroker() : undefined
  await broker?.start()
  return { broker, disk: kinds.has('disk') ? mountDisk() : undefined }
}

/** It has to start first: an older server refuses a database that a newer one has migrated, but goes on if it is open. */
export async function startOlder(
  databaseUrl: string,
  kinds: ReadonlySet<ExtraKind>,
): Promise<Server | undefined> {
  if (!kinds.has('old') || !oldBuild) return undefined
  return startServer(databaseUrl, {
    ...REAL_BUDGET,
    MAIN: join(oldBuild, 'apps/server/dist/main.js'),
    ENCRYPTION_KEY: 'a key for chaos',
  })
}
