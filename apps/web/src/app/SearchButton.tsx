import { Button, Kbd } from '@mantine/core'
import { t } from '../messages/en.ts'
import { openPalette } from './spotlight.ts'

export const SearchButton = () => (
  <Button onClick={openPalette} rightSection={<Kbd>Ctrl K</Kbd>}>
    {t('state.search')}
  </Button>
)
