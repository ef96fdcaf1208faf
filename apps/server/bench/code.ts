import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromWire } from '@flagstaff/files/from-wire'
import { readFlagFile } from '@flagstaff/files/read'
import { toWire } from '@flagstaff/files/to-wire'
import { writeFlagFile } from '@flagstaff/files/write'
import { makePostgres } from '../test/cluster/postgres.ts'
import { type Server, startServer } from '../test/cluster/server.ts'

// Flags as code with 2,000 flags in 3 environments: CPU for reading files and for plans, time for applying. The server
// runs as a separate process; its CPU is that of the process, without PostgreSQL.

const FLAGS = 2000
const environments = ['development', 'staging', 'production']
const names = Array.from({ length: FLAGS }, (_, index) => `flag-${index}`)

const contentOf = (flag: string, rollout = 50) => ({
  flag,
  type: 'release',
  description: `What ${flag} is for`,
  environments: Object.fromEntries(
    environments.map((name) => [
      name,
      {
        enabled: name !== 'production',
        rules: [
          { title: 'Some', rollout, stickiness: 'userId', where: [{ field: 'country', in: ['no', 'se'] }] },
          {
            rollout: 10,
            variants: [
              { name: 'a', weight: 50 },
              { name: 'b', weight: 50 },
            ],
          },
        ],
      },
    ]),
  ),
})

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** CPU of another process, in milliseconds. */
const cpuOf = ({ pid }: Server): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function readFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-code-'))
  for (const name of names)
    writeFileSync(join(folder, `${name}.yaml`), writeFlagFile(fromWire(toWire(contentOf(name)))))
  for (let round = 0; round < 3; round++) {
    const start = cpuMs()
    for (const name of names) readFlagFile(readFileSync(join(folder, `${name}.yaml`), 'utf8'))
    console.log(`reading ${FLAGS} files: ${(cpuMs() - start).toFixed(0)} ms CPU`)
  }
  rmSync(folder, { recursive: true })
}

readFiles()
const postgres = await makePostgres()
const server = await startServer(postgres.url)

async function call(method: string, path: string, body?: unknown) {
  const reply = await server.call(method, path, body)
  if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body).slice(0, 500)}`)
  return reply.body
}

const body = (changed: readonly string[], count: number) => ({
  owner: 'bench',
  config: { default: {} },
  flags: names.slice(0, count).map((name) => ({
    project: 'default',
    path: `${name}.yaml`,
    content: contentOf(name, changed.includes(name) ? 51 : 50),
  })),
})

async function plan(title: string, changed: readonly string[] = [], count = FLAGS) {
  const [start, wall] = [cpuOf(server), performance.now()]
  const answer = await call('POST', '/api/admin/code/plan', body(changed, count))
  const took = `${cpuOf(server) - start} ms CPU, ${(performance.now() - wall).toFixed(0)} ms`
  console.log(
    `plan, ${title}: ${took}; ${answer.items.length} items, ${answer.errors.length} errors, ${answer.parts} parts`,
  )
  return answer.id
}

async function apply(title: string, id: string) {
  const [start, wall] = [cpuOf(server), performance.now()]
  const text = await call('POST', `/api/admin/code/plans/${id}/apply`, {})
  const last = JSON.parse(String(text).trim().split('\n').at(-1) ?? '{}')
  if (last.error) throw new Error(JSON.stringify(last.error))
  const took = `${cpuOf(server) - start} ms CPU, ${(performance.now() - wall).toFixed(0)} ms`
  console.log(`apply, ${title}: ${took}; ${last.flags} flags in ${last.parts} parts`)
  return last.revision as number
}

try {
  await call('POST', '/api/admin/environments', { name: 'staging', type: 'test' })
  await call('POST', '/api/admin/projects/default/environments', { environment: 'staging' })
  await call('POST', '/api/admin/context', { name: 'country' })
  for (let count = 250; count <= FLAGS; count += 250)
    await apply('250 new flags', await plan('250 new flags', [], count))
  for (let round = 0; round < 3; round++) await plan('nothing changed')
  const before = await apply('one change', await plan('one change', ['flag-7']))
  await apply('one change back', await plan('one change back'))
  const none = await plan('nothing changed')
  const after = await apply('nothing', none)
  console.log(
    `events of applying nothing: ${(await apply('nothing', await plan('nothing changed'))) - after}`,
  )
  if (after < before) throw new Error('the revision went back')
} finally {
  await server.stop()
  await postgres.remove()
}
