import { InMemoryProvider, OpenFeature } from '@openfeature/server-sdk'
import type { Flags } from './values.ts'

export type { Flags } from './values.ts'

export type TestFlags = {
  /** Changes some flags and keeps the others. */
  set(changes: Flags): void
  /** Goes back to the flags of the start. */
  reset(): void
}

/**
 * Makes OpenFeature answer with these values. Other flags return the default in the code.
 *
 * ```ts
 * const testFlags = await flags({ 'new-checkout': true, colour: 'blue' })
 * testFlags.set({ colour: 'green' })
 * ```
 */
export async function flags(start: Flags, domain?: string): Promise<TestFlags> {
  let current = { ...start }
  const provider = new InMemoryProvider(toConfiguration(current))
  await (domain === undefined
    ? OpenFeature.setProviderAndWait(provider)
    : OpenFeature.setProviderAndWait(domain, provider))
  const put = (next: Flags) => {
    current = next
    provider.putConfiguration(toConfiguration(current))
  }
  return { set: (changes) => put({ ...current, ...changes }), reset: () => put({ ...start }) }
}

type Configuration = Parameters<InMemoryProvider['putConfiguration']>[0]

const toConfiguration = (values: Flags) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { variants: { test: value }, defaultVariant: 'test', disabled: false },
    ]),
  ) as Configuration
