import { Button, Kbd } from '@mantine/core'
import { t } from '../messages/en.ts'
import { openPalette } from './spotlight.ts'

export const SearchButton = ({ variant = 'filled' }: { variant?: 'filled' | 'default' }) => (
  <Button variant={variant} onClick={openPalette} rightSection={<Kbd>Ctrl K</Kbd>}>
    {t('state.search')}
  </Button>
)
