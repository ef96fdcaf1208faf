import { lazy } from 'react'

// Loaded when the bell is opened: the first page has little script to spare.
export const NotificationPanel = lazy(() =>
  import('./Panel.tsx').then((module) => ({ default: module.NotificationPanel })),
)
