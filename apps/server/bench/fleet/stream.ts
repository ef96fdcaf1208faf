import { type ClientRequest, get } from 'node:http'
import { now } from '../delivery/clock.ts'
import type { Arrivals } from './arrivals.ts'
import { asText, differences, type State } from './state.ts'

type Flag = { name: string }
type Event =
  | { type: 'hydration'; eventId: number; features: Flag[] }
  | { type: 'feature-updated'; eventId: number; feature: Flag }
  | { type: 'feature-removed'; eventId: number; featureName: string }
  | { type: 'segment-updated' | 'segment-removed'; eventId: number }

const RETRY_MS = 1_000

export type Stream = ReturnType<typeof createStream>

/** An SDK that receives each change. It reconnects to the next address of its region, with the id of its last message. */
export function createStream(token: string, arrivals: readonly Arrivals[]) {
  const state: State = new Map()
  let revision = -1
  let lastId: string | undefined
  let isOpen = false
  let isStopped = false
  let [connects, setBack] = [0, 0]
  let attempt = 0
  let running: ClientRequest | undefined

  const take = (event: Event, at: number, { add }: Arrivals) => {
    if (event.type === 'hydration') {
      state.clear()
      for (const flag of event.features) state.set(flag.name, JSON.stringify(flag))
    } else if (event.type === 'feature-updated') state.set(event.feature.name, JSON.stringify(event.feature))
    else if (event.type === 'feature-removed') state.delete(event.featureName)
    if (event.eventId < revision) setBack += 1
    if (event.eventId > revision && revision >= 0) add(at, revision, event.eventId)
    revision = event.eventId
  }
  const read = (message: string, at: number, from: Arrivals) => {
    const fields = message.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
    const field = (name: string) => fields.find((one) => one?.[1] === name)?.[2]
    const data = field('data')
    if (data === undefined) return
    lastId = field('id') ?? lastId
    for (const event of (JSON.parse(data) as { events: Event[] }).events) take(event, at, from)
  }
  const connect = () => {
    if (isStopped) return
    const from = arrivals[attempt++ % arrivals.length] as Arrivals
    let isOver = false
    const again = () => {
      if (isOver) return
      isOver = true
      isOpen = false
      setTimeout(connect, RETRY_MS * (0.5 + Math.random()))
    }
    const headers = { authorization: token, ...(lastId ? { 'last-event-id': lastId } : {}) }
    const sent = get(`${from.url}/api/client/streaming`, { headers, agent: false }, (response) => {
      response.on('close', again)
      response.on('error', again)
      if (response.statusCode !== 200) return void response.destroy()
      connects += 1
      isOpen = true
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const at = now()
        const messages = (rest + text).split('\n\n')
        rest = messages.pop() ?? ''
        for (const message of messages) read(message, at, from)
      })
    })
    sent.on('error', again)
    running = sent
  }
  return {
    token,
    connect,
    get isOpen() {
      return isOpen
    },
    get isHydrated() {
      return revision >= 0
    },
    get reconnects() {
      return connects - 1
    },
    get setBack() {
      return setBack
    },
    compare: (truth: State) => (asText(state) === asText(truth) ? undefined : differences(state, truth)),
    close() {
      isStopped = true
      running?.destroy()
    },
  }
}
