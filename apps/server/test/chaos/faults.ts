import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Random } from './random.ts'
import { until } from './until.ts'
import type { Workload } from './workload.ts'
import type { World } from './world.ts'

export type Scene = { world: World; work: Workload; random: Random }
export type Fault = (scene: Scene) => Promise<void>

const skew = fileURLToPath(new URL('../cluster/skew.mjs', import.meta.url))
const storedCounts =
  "select replace(app, 'chaos-', '') as channel, sum(yes)::int as yes from usage_counts where app like 'chaos-%' group by app"

/** The counts stored in the database. */
export const countsIn = async (world: World): Promise<Map<string, number>> =>
  new Map(
    (await world.query<{ channel: string; yes: number }>(storedCounts)).map(({ channel, yes }) => [
      channel,
      yes,
    ]),
  )

const aWhile = ({ random }: Scene) => later(random.between(300, 2_500))
const place = ({ random }: Scene) => random.pick([0, 1] as const)

/** Loses all changes between backup and restore; they must disappear everywhere. */
async function losing({ work, world }: Scene, prepare: () => Promise<() => Promise<void>>) {
  await work.pause()
  const since = performance.now()
  // Read before the backup, since an edge forwards counts during it.
  const stored = await countsIn(world)
  const goBack = await prepare()
  work.resume()
  await work.acknowledged(8)
  await work.pause()
  await goBack()
  work.lostSince(since)
  world.counts.wentBack(stored)
  work.resume()
}

async function refusing({ world, ...scene }: Scene, begin: string[], end: string[]) {
  for (const text of begin) await world.query(text)
  await aWhile({ world, ...scene })
  for (const text of end) await world.query(text)
}

const garbage = [
  ['application/json', '{"features":[]}'],
  ['application/json', '{"version":2,"features":[],"segments":[]}'],
  ['application/json', '{"version":2,"features":[{"name":'],
  ['application/json', '{"version":2,"features":[{"name":"flag-0"},{"name":7},null]}'],
  ['text/html', '<html><body>Sign in to the network</body></html>'],
  [
    'text/event-stream',
    'event: unleash-connected\ndata: {"events":[{"type":"hydration","features":[]}]}\n\n',
  ],
] as const

export const faults: Record<string, Fault> = {
  async 'kill a server'(scene) {
    const which = place(scene)
    await scene.world.servers[which].kill()
    await aWhile(scene)
    await scene.world.startServer(which)
  },
  async 'stop a server'(scene) {
    const which = place(scene)
    await scene.world.servers[which].stop()
    await scene.world.startServer(which)
  },
  async 'freeze a server'(scene) {
    const server = scene.world.servers[place(scene)]
    server.freeze()
    await aWhile(scene)
    server.thaw()
  },
  async 'wrong clock'(scene) {
    const which = place(scene)
    await scene.world.servers[which].kill()
    const ahead = scene.random.pick([-3_600_000, 3_600_000])
    await scene.world.startServer(which, { NODE_OPTIONS: `--import ${skew}`, CLOCK_SKEW_MS: String(ahead) })
    await aWhile(scene)
    await scene.world.servers[which].kill()
    await scene.world.startServer(which)
  },
  async 'kill the edge'(scene) {
    await scene.world.edge.kill()
    await aWhile(scene)
    await scene.world.startEdge()
  },
  async 'freeze the edge'(scene) {
    scene.world.edge.freeze()
    await aWhile(scene)
    scene.world.edge.thaw()
  },
  async 'full disk of the edge'(scene) {
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(scene.world.edge.pid), `--fsize=${bytes}`])
    limit('1:unlimited')
    await aWhile(scene)
    limit('unlimited:unlimited')
  },
  async 'garbage from upstream'(scene) {
    const [type, body] = scene.random.pick(garbage)
    scene.world.upstream.answer(
      `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
    await aWhile(scene)
    scene.world.upstream.heal()
  },
  async 'lost replies of upstream'(scene) {
    scene.world.upstream.loseReplies()
    await aWhile(scene)
    scene.world.upstream.heal()
  },
  async 'kill the database'(scene) {
    scene.world.postgres.kill()
    await aWhile(scene)
    await scene.world.postgres.start()
  },
  async 'freeze the database'(scene) {
    scene.world.postgres.freeze()
    await aWhile(scene)
    scene.world.postgres.thaw()
  },
  async 'slow database'(scene) {
    scene.world.proxy.delay(scene.random.between(20, 250))
    await aWhile(scene)
    scene.world.proxy.heal()
  },
  async 'lost replies of the database'(scene) {
    scene.world.proxy.loseReplies()
    await aWhile(scene)
    scene.world.proxy.heal()
  },
  async 'half-open connections'(scene) {
    scene.world.proxy.hold()
    await aWhile(scene)
    scene.world.proxy.heal()
  },
  async 'read-only database'(scene) {
    await refusing(
      scene,
      ['alter system set default_transaction_read_only = on', 'select pg_reload_conf()'],
      ['alter system reset default_transaction_read_only', 'select pg_reload_conf()'],
    )
  },
  async 'full disk of the database'(scene) {
    const tables = ['events', 'heartbeats', 'usage_hours', 'usage_log']
    await refusing(
      scene,
      [
        `create or replace function no_space() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
        ...tables.map(
          (table) => `create trigger full_disk before insert or update on ${table}
            for each row execute function no_space()`,
        ),
      ],
      tables.map((table) => `drop trigger full_disk on ${table}`),
    )
  },
  async 'no free connection'(scene) {
    const crowd: pg.Client[] = []
    const fill = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: scene.world.postgres.url })
        client.on('error', () => {})
        const came = await client.connect().then(
          () => true,
          () => false,
        )
        if (!came) return
        crowd.push(client)
      }
    }
    await fill()
    await crowd[0]?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'flagstaff%' and random() < 0.5`,
    )
    await fill()
    await aWhile(scene)
    await Promise.all(crowd.map((client) => client.end()))
  },
  async 'restored backup'(scene) {
    const { world } = scene
    await losing(scene, async () => {
      const backup = world.postgres.backUp()
      return async () => {
        await world.postgres.restore(backup)
        rmSync(backup.folder, { recursive: true, force: true })
      }
    })
  },
  async 'promoted replica'(scene) {
    const { world } = scene
    await losing(scene, async () => {
      const { disk, postgres } = world
      const standby = await (disk ? disk.within(() => postgres.replicate()) : postgres.replicate())
      await until('the replica is current', () => standby.isCurrent())
      await standby.disconnect()
      return async () => {
        const before = world.postgres
        world.proxy.cut()
        before.kill()
        await standby.promote()
        world.postgres = standby
        world.proxy.lead(standby.url)
        await before.remove()
      }
    })
  },
}
