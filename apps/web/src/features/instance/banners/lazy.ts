import { lazy } from 'react'

// Loaded when there is a banner: the first page has little script to spare.
const load = () => import('./BannerBars.tsx')
export const BannerBars = lazy(() => load().then((module) => ({ default: module.BannerBars })))
export const PinnedBanners = lazy(() => load().then((module) => ({ default: module.PinnedBanners })))
