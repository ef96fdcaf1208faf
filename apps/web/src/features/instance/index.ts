// For the shell, which shows banners on every page.
export { BannerBars, PinnedBanners } from './banners/lazy.ts'
