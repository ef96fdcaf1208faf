import { readFileSync } from 'node:fs'
import { isServerPath } from '@flagstaff/contract/paths'
import type { Plugin } from 'vite'

const template = new URL('../index.html', import.meta.url)

/** In development: adds the boot data to the page that the server would add for the same visitor. */
export const bootFromServer = (server: string): Plugin => ({
  name: 'boot-from-server',
  apply: 'serve',
  configureServer({ middlewares, transformIndexHtml }) {
    middlewares.use((request, response, next) => {
      const { url = '/', method, headers } = request
      const isPage =
        method === 'GET' && headers.accept?.includes('text/html') && !isServerPath(url.split('?')[0] ?? '')
      if (!isPage) return next()
      void (async () => {
        const page = await fetch(server + url, { headers: { cookie: headers.cookie ?? '' } })
        const boot = /id="boot">(.*?)<\/script>/.exec(await page.text())?.[1] ?? '{}'
        const html = readFileSync(template, 'utf8').replace('{}', () => boot)
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await transformIndexHtml(url, html))
      })().catch(next)
    })
  },
})
