import { SERVER_PATHS } from '@flagstaff/contract/paths'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootFromServer } from './tools/boot-plugin.ts'

/** Where `pnpm dev` has the server; the page is at PORT, and passes on what the server answers itself. */
const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:4242'

/** What the entrance and the application both need; the first is what loads parts of the page. */
const base =
  /vite[\\/]preload-helper|node_modules.(react|react-dom|scheduler|intl-messageformat|@formatjs)[\\/@+]|[\\/]src[\\/](lib[\\/](boot|api|staticShell)|messages[\\/](messages|entry)|ui[\\/](PasswordRules|Logo))[.]/

/** What only forms need, so that the first page does without it. */
const forms =
  /[\\/](react-number-format|components[\\/](NumberInput|Slider|MultiSelect))[\\/]|[\\/]ui[\\/]PercentInput[.]/
const shell = /node_modules|[\\/]src[\\/](ui|lib|app|messages)[\\/]/

export default defineConfig({
  base: './',
  plugins: [react(), bootFromServer(server)],
  // A few chunks of a good size instead of one for every shared module: what the entrance needs, what the shell and
  // most pages need, and the pages themselves. What only a few share stays out of the first page.
  build: {
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: base, priority: 3 },
            {
              name: 'shell',
              test: (id: string) => shell.test(id) && !forms.test(id),
              minShareCount: 2,
              priority: 2,
            },
            { name: 'forms', test: forms, minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 7, priority: 1 },
          ],
        },
      },
    },
  },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    port: Number(process.env.PORT ?? 4242),
    strictPort: true,
    proxy: { [`^/(${SERVER_PATHS.join('|')})(/|\\?|$)`]: server },
  },
})
