/**
 * A process that asks one server as fast as it answers: some connections that are kept, one request at a time on each.
 * Reads its plan from the standard input and writes what it saw.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { readAnswers } from './answers.ts'
import { cpuSeconds } from './cores.ts'
import { percentile } from './numbers.ts'

export type Plan = {
  port: number
  /** Whole requests; each connection goes through them in turn. */
  requests: string[]
  connections: number
  /** Of the server's CPU. On a machine that does nothing else this is time; where it does, it takes longer. */
  seconds: number
  warmUpSeconds: number
  /** What answers may have. */
  statuses: number[]
  serverPid: number
}
export type Load = {
  answers: number
  perSecond: number
  /** Answers for each second of CPU that the server used. */
  perCpuSecond: number
  /** How much of their cores the load and the server used. */
  loadCore: number
  serverCore: number
  /** Answers with another status, and connections that broke. */
  wrong: number
  p50: number
  p99: number
}

const plan = JSON.parse(readFileSync(0, 'utf8')) as Plan
const requests = plan.requests.map((request) => Buffer.from(request))
const shared = Buffer.allocUnsafe(256 * 1024)
const times: number[] = []
let measuring = false
let wrong = 0

for (let number = 0; number < plan.connections; number++) open(number)
await worked(plan.warmUpSeconds)
await measure()

/** Until the server has worked so long; four times that if it has little to do. */
async function worked(seconds: number) {
  const [started, before] = [performance.now(), cpuSeconds(plan.serverPid)]
  while (performance.now() - started < 4_000 * seconds && cpuSeconds(plan.serverPid) - before < seconds) {
    await new Promise((done) => setTimeout(done, 20))
  }
}

function open(number: number) {
  let turn = number
  let sentAt = 0
  const read = readAnswers((status) => {
    if (measuring) {
      times.push(performance.now() - sentAt)
      if (!plan.statuses.includes(status)) wrong += 1
    }
    send()
  })
  const socket = connect({
    port: plan.port,
    host: '127.0.0.1',
    // Unleash limits what one address may ask; these are as many clients as there are connections.
    localAddress: `127.0.0.${2 + (number % 250)}`,
    onread: {
      buffer: shared,
      callback(length, buffer) {
        read((buffer as Buffer).subarray(0, length))
        return true
      },
    },
  })
  const send = () => {
    sentAt = performance.now()
    socket.write(requests[turn++ % requests.length] ?? '')
  }
  socket.setNoDelay(true)
  socket.on('connect', send)
  socket.on('error', () => {})
  socket.on('close', () => {
    wrong += 1
  })
}

async function measure() {
  measuring = true
  const [started, server, own] = [performance.now(), cpuSeconds(plan.serverPid), process.cpuUsage()]
  await worked(plan.seconds)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(own)
  const used = cpuSeconds(plan.serverPid) - server
  const load: Load = {
    answers: times.length,
    perSecond: times.length / seconds,
    perCpuSecond: times.length / used,
    loadCore: (user + system) / 1e6 / seconds,
    serverCore: used / seconds,
    wrong,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
  process.stdout.write(JSON.stringify(load), () => process.exit(0))
}
