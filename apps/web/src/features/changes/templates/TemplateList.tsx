import { usePage } from '../../../lib/crumbs.ts'
import { t } from './messages.ts'
import { Templates } from './Templates.tsx'

export function TemplateList() {
  usePage([{ label: t('templates.title') }])
  return <Templates project={null} purpose={t('templates.text')} empty={t('templates.empty')} />
}
