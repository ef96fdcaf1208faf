import { Type } from 'typebox'
import { follower } from '../src/platform/background/follower.ts'
import type { Db, Reader } from '../src/platform/database/database.ts'
import type { OwnDb } from '../src/platform/database/owners.ts'
import { command, run } from '../src/platform/write/commands.ts'
import type { Tx, Write } from '../src/platform/write/write.ts'

// What the types promise. `pnpm types` fails if one of these lines compiles after all.

export function readerCannotWrite(read: Reader, db: Db) {
  // @ts-expect-error
  read.insertInto('flags').values({})
  // @ts-expect-error
  read.updateTable('flags').set({})
  // @ts-expect-error
  read.deleteFrom('flags').execute()
  return db.deleteFrom('flags')
}

export function onlyWriteMakesATx(tx: Tx, write: Write) {
  // @ts-expect-error: its symbol is not exported
  const forged: Tx = { db: tx.db, read: tx.read, caller: tx.caller, actor: tx.actor, limits: tx.limits }
  return [forged, write(tx.caller, async (inside: Tx) => inside.actor)]
}

export function sliceWritesItsOwnTables(db: OwnDb<'insight/events'>) {
  // @ts-expect-error: of another slice
  db.insertInto('flags')
  // @ts-expect-error: of the platform
  db.deleteFrom('events')
  return [db.insertInto('activity_days'), db.selectFrom('flags'), db.updateTable('activity_days')]
}

export const followerWritesItsOwnTables = follower(
  'insight/events',
  'example',
  async ({ db, read, send }) => {
    // @ts-expect-error
    db.updateTable('flags')
    // @ts-expect-error
    read.deleteFrom('activity_days').execute()
    await send('job', {})
  },
)

// @ts-expect-error: there is no such slice
export const followerOfNoSlice = follower('insight/nothing', 'example', async () => {})

const rename = command({
  name: 'example.rename',
  input: Type.Object({ name: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  run: async (_tx, { name }) => name.length,
})

export async function commandsAreTyped(tx: Tx): Promise<number> {
  // @ts-expect-error: the input has a name
  await run(tx, rename, {})
  // @ts-expect-error: the name is a text
  await run(tx, rename, { name: 1 })
  // @ts-expect-error: the input has nothing else
  rename.with({ name: 'one', other: 2 })
  return run(tx, rename, { name: 'one' })
}
