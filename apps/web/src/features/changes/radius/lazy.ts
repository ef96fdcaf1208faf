import { lazy } from 'react'

// Loaded when they are first shown: most pages never need them.
export const RequestRadius = lazy(() =>
  import('./RequestRadius.tsx').then((module) => ({ default: module.RequestRadius })),
)
export const TryRequest = lazy(() =>
  import('./TryRequest.tsx').then((module) => ({ default: module.TryRequest })),
)
export const RuleRadius = lazy(() =>
  import('./RuleRadius.tsx').then((module) => ({ default: module.RuleRadius })),
)
