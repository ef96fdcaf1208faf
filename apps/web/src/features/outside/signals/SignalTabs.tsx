import { TabLinks } from '../../../ui/TabLinks.tsx'
import { t } from './messages.ts'

/** Events go out, signals come in. */
export const SignalTabs = () => (
  <TabLinks
    label={t('tabs.label')}
    tabs={[
      { to: '/integrations', label: t('tabs.integrations') },
      { to: '/integrations/signals', label: t('tabs.signals') },
    ]}
  />
)
