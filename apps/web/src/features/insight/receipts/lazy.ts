import { lazy } from 'react'

// Loaded when the delivery status is shown.
export const Delivery = lazy(() => import('./views.ts').then((module) => ({ default: module.Delivery })))
export const Receipt = lazy(() => import('./views.ts').then((module) => ({ default: module.Receipt })))
