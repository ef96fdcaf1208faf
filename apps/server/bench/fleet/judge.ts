import { createAsker } from './ask.ts'
import type { Verdict } from './plan.ts'
import { type Poller, tally } from './poller.ts'
import { type State, stateOf } from './state.ts'
import type { Stream } from './stream.ts'

const AT_ONCE = 20

type Readers = { pollers: Poller[]; browsers: Poller[]; streams: Stream[] }

/** Compares each reader with what a server answers that has read the database only now. */
export async function judge(url: string, { pollers, browsers, streams }: Readers): Promise<Verdict> {
  const asker = createAsker([url])
  const known = new Map<string, Promise<State>>()
  const ask = async (path: string, token: string): Promise<State> => {
    const answer = await asker.read({ path, headers: { authorization: token } })
    if (!answer) throw new Error(`the judge does not answer ${path}`)
    return stateOf(answer.body)
  }
  const truth = (path: string, token: string): Promise<State> => {
    const key = `${token} ${path}`
    const state = known.get(key) ?? ask(path, token)
    known.set(key, state)
    return state
  }
  const wrong: string[] = []
  const compare = async (kind: string, reader: Poller | Stream, path: string) => {
    const difference = reader.compare(await truth(path, reader.token))
    if (difference !== undefined) wrong.push(`a ${kind} with ${reader.token}: ${difference}`)
  }
  const tasks = [
    ...pollers.map((one) => () => compare('poller', one, one.path)),
    ...browsers.map((one) => () => compare('browser', one, one.path)),
    ...streams.map((one) => () => compare('stream', one, '/api/client/delta')),
  ]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let task = tasks.pop(); task; task = tasks.pop()) await task()
    }),
  )
  asker.close()
  const sum = (of: (stream: Stream) => number) => streams.reduce((total, one) => total + of(one), 0)
  return {
    readers: pollers.length + browsers.length + streams.length,
    wrong,
    closed: sum(({ isOpen }) => Number(!isOpen)),
    reconnects: sum(({ reconnects }) => reconnects),
    setBack: sum(({ setBack }) => setBack),
    ...tally,
  }
}
