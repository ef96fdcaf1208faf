import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CrowdPlan, Orders } from './plan.ts'
import { usageOf } from './usage.ts'

export type Readers = Awaited<ReturnType<typeof openReaders>>

/** Starts the SDKs of a region, and resolves once all streams have their flags. */
export async function openReaders(plan: CrowdPlan) {
  const child = fork(fileURLToPath(new URL('crowd.ts', import.meta.url)), { serialization: 'advanced' })
  const order = createOrder(child)
  const count = await order('open', plan)
  return {
    region: plan.region,
    count,
    order,
    usage: () => usageOf(`SDKs ${plan.region}`, child.pid ?? 0),
    close: () => child.kill(),
  }
}

const createOrder =
  (child: ChildProcess) =>
  <Name extends keyof Orders>(name: Name, ask: Orders[Name]['ask']) =>
    new Promise<Orders[Name]['answer']>((resolve, reject) => {
      const onExit = () => reject(new Error('the process of the SDKs ended'))
      child.once('exit', onExit)
      child.once('message', ({ answer }: { answer: Orders[Name]['answer'] }) => {
        child.off('exit', onExit)
        resolve(answer)
      })
      child.send({ name, ask })
    })
