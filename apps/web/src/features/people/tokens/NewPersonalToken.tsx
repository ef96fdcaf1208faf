import { t } from './messages.ts'
import { PatDialog } from './PatDialog.tsx'
import { useCreatePersonalToken } from './queries.ts'

export function NewPersonalToken({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const create = useCreatePersonalToken()
  return (
    <PatDialog opened={opened} title={t('own.new')} text={t('own.text')} create={create} onClose={onClose} />
  )
}
