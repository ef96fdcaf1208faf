import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

export const createCache = (retries: number) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Long, since the live stream invalidates data that has changed.
        staleTime: 5 * 60_000,
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < retries,
        throwOnError: false,
      },
      // By default, a change made offline waits, and is sent once the network is back, when nobody expects it.
      mutations: { networkMode: 'always' },
    },
  })
