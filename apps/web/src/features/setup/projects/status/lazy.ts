import { lazy } from 'react'

// Loaded when the status is first opened.
export const StatusDrawer = lazy(() =>
  import('./StatusDrawer.tsx').then((module) => ({ default: module.StatusDrawer })),
)
