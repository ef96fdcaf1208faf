import { now } from '../delivery/clock.ts'
import { ADMIN_TOKEN, ENVIRONMENTS, type Environment, flags, pause } from './plan.ts'

/** A flag that was turned on or off, and when the server was asked that acknowledged it. */
export type Toggle = { flag: string; environment: Environment; isOn: boolean; at: number }

const PER_SECOND = 10
const TIMEOUT_MS = 5_000

/** Turns flags on and off until it is stopped. A server that fails is replaced by the next one. */
export function startWriter(urls: readonly string[]) {
  const done: Toggle[] = []
  const states = new Map<string, boolean>()
  const busy = new Map<string, Promise<unknown>>()
  let isStopped = false
  let [next, failed] = [0, 0]
  let broken: unknown

  const ask = async (url: string, { flag, environment, isOn }: Omit<Toggle, 'at'>) => {
    const path = `/api/admin/projects/default/features/${flag}/environments/${environment}/${isOn ? 'on' : 'off'}`
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: ADMIN_TOKEN },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await answer.text()
    if (answer.status >= 500) return false
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return true
  }
  const toggle = async (flag: string, environment: Environment) => {
    const key = `${environment} ${flag}`
    const isOn = !(states.get(key) ?? true)
    for (let attempt = next; ; attempt++) {
      const url = urls[attempt % urls.length] as string
      const at = now()
      const isDone = await ask(url, { flag, environment, isOn }).catch((error) => {
        if (error instanceof TypeError || Object(error).name === 'TimeoutError') return false
        throw error
      })
      if (isDone) {
        states.set(key, isOn)
        done.push({ flag, environment, isOn, at })
        return
      }
      failed += 1
      await pause(20)
    }
  }
  const run = (async () => {
    const began = now()
    for (let count = 0; !isStopped; count++) {
      await pause(Math.max(0, began + (count * 1000) / PER_SECOND - now()))
      next = count
      const environment = ENVIRONMENTS[count % ENVIRONMENTS.length] as Environment
      const flag = flags[Math.floor(count / ENVIRONMENTS.length) % flags.length] as string
      // A flag has one change at a time, so that the last acknowledged one is its state.
      const key = `${environment} ${flag}`
      if (!busy.has(key))
        busy.set(
          key,
          toggle(flag, environment)
            .catch((error) => (broken ??= error))
            .finally(() => busy.delete(key)),
        )
    }
  })()
  return {
    done,
    get failed() {
      return failed
    },
    /** Resolves once every change is acknowledged; throws if one was refused. */
    async stop() {
      isStopped = true
      await run
      await Promise.all(busy.values())
      if (broken) throw broken
    },
  }
}
