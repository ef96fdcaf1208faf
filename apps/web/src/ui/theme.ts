import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { type Scheme, tokens } from './tokens.ts'

const sea: MantineColorsTuple = [
  '#E6F2F6',
  '#CDE5ED',
  '#A3D0DF',
  '#7FC5DD',
  '#58BBDB',
  '#2B97BA',
  '#0E7C9F',
  '#0B6A89',
  '#0A5B76',
  '#08475C',
]
const gray: MantineColorsTuple = [
  '#F6F7F7',
  '#F0F2F2',
  '#E2E5E6',
  '#CFD4D6',
  '#B3BBBF',
  '#7F8A90',
  '#5F6B72',
  '#465157',
  '#2A3338',
  '#12181B',
]
const dark: MantineColorsTuple = [
  '#E8ECEE',
  '#AAB5BB',
  '#8B979E',
  '#66727A',
  '#3A444A',
  '#252C30',
  '#181D20',
  '#101416',
  '#0B0E0F',
  '#070909',
]
const defaults = (defaultProps: object) => ({ defaultProps })

export const theme = createTheme({
  primaryColor: 'sea',
  primaryShade: { light: 8, dark: 6 },
  colors: { sea, gray, dark },
  black: tokens.light.text,
  defaultRadius: 6,
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Inter, "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: defaults({ size: 'xs' }),
    TextInput: defaults({ size: 'xs' }),
    Textarea: defaults({ size: 'xs' }),
    PasswordInput: defaults({ size: 'xs' }),
    Select: defaults({ size: 'xs', withScrollArea: false }),
    MultiSelect: defaults({ size: 'xs', withScrollArea: false }),
    TagsInput: defaults({ size: 'xs', withScrollArea: false }),
    NumberInput: defaults({ size: 'xs' }),
    ActionIcon: defaults({ variant: 'subtle', color: 'gray', size: 28 }),
    Checkbox: defaults({ size: 'xs', radius: 3 }),
    Radio: defaults({ size: 'xs' }),
    Switch: defaults({ size: 'xs', withThumbIndicator: false }),
    Tooltip: defaults({ openDelay: 300 }),
    Badge: defaults({ variant: 'default', radius: 'sm' }),
    SegmentedControl: defaults({ size: 'xs' }),
    Modal: defaults({
      centered: true,
      radius: 8,
      padding: 20,
      overlayProps: { backgroundOpacity: 0.32 },
      // The header of a dialog is not a landmark of the page.
      attributes: { header: { role: 'none' } },
    }),
    Drawer: defaults({ attributes: { header: { role: 'none' } } }),
    Menu: defaults({ shadow: 'md', withInitialFocusPlaceholder: false }),
  },
})

const variables = (scheme: Scheme): Record<string, string> => {
  const role = tokens[scheme]
  return {
    '--mantine-color-body': role.bg,
    '--mantine-color-text': role.text,
    '--mantine-color-dimmed': role['text-3'],
    '--mantine-color-default': role.bg,
    '--mantine-color-default-hover': role.hover,
    '--mantine-color-default-border': role.border,
    '--mantine-color-anchor': role['accent-text'],
    '--mantine-color-placeholder': role['text-3'],
    '--mantine-color-error': role.bad,
    '--mantine-color-gray-text': role['text-2'],
    '--mantine-color-gray-subtle-color': role['text-2'],
    '--mantine-color-gray-light-hover': role.sunken,
  }
}

/** The variables are defined in tokens.css, which the sign-in pages share. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables('light'),
  dark: variables('dark'),
})
