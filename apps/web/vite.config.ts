import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:4242'

/** What the entrance and the application both need; the first is what loads parts of the page. */
const base =
  /vite[\\/]preload-helper|node_modules.(react|react-dom|scheduler|intl-messageformat|@formatjs)[\\/@+]|[\\/]src[\\/](lib[\\/](boot|api|staticShell)|messages[\\/](messages|entry)|entry[\\/]PasswordRules|ui[\\/]Logo)[.]/

export default defineConfig({
  base: './',
  plugins: [react()],
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
              test: /node_modules|[\\/]src[\\/](ui|lib|app|messages)[\\/]/,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'shared', minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/docs', '/ready', '/health'].map((path) => [path, server])),
  },
})
