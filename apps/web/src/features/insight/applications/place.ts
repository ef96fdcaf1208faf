import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { t } from './messages.ts'
import { applicationDetails } from './queries.ts'

/** The application in the URL. */
export const useApp = (): string => useParams({ strict: false }).app ?? ''

/** The application of the page; the layout renders the tabs only once it is loaded. */
export const useDetails = () => useSuspenseQuery(applicationDetails(useApp())).data

export const pathOf = (app: string): string => `/applications/${encodeURIComponent(app)}`

export function useAppPage(app: string, ...parts: string[]) {
  usePage([
    { label: t('apps.title'), to: '/applications' },
    { label: app, ...(parts.length > 0 ? { to: pathOf(app) } : {}) },
    ...parts.map((label) => ({ label })),
  ])
}
