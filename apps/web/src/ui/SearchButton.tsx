import { Button, Kbd } from '@mantine/core'
import { openPalette } from '../lib/palette.ts'
import { t } from '../messages/en.ts'

export const SearchButton = () => (
  <Button onClick={openPalette} rightSection={<Kbd>Ctrl K</Kbd>}>
    {t('state.search')}
  </Button>
)
