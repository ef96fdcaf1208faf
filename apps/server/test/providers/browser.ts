import type { InjectOptions } from 'fastify'
import type { TestApp } from '../kit.ts'

type Step = { status: number; location: string; cookies: Map<string, string>; body: string }

/** A minimal browser for sign-in tests: it stores cookies and follows redirects on request. */
export function newBrowser({ app }: Pick<TestApp, 'app'>) {
  const cookies = new Map<string, string>()
  const elsewhere = new Map<string, string>()

  async function visit(options: InjectOptions & { url: string }): Promise<Step> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.http.inject({ ...options, headers: { ...options.headers, cookie } })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = String(answer.headers.location ?? '')
    return { status: answer.statusCode, location, cookies, body: answer.body }
  }

  return {
    cookies,
    get: (url: string) => visit({ method: 'GET', url }),
    postForm: (url: string, fields: Record<string, string>) =>
      visit({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
        payload: new URLSearchParams(fields).toString(),
      }),

    /** Follows the redirects of a real provider until it redirects back to us, and returns that URL. */
    async follow(address: string, home: string): Promise<string> {
      let at = address
      for (let step = 0; step < 10; step++) {
        if (at.startsWith(home)) return at.slice(home.length)
        const cookie = [...elsewhere].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
          elsewhere.set(name, value)
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`${at} answered ${answer.status} ${await answer.text()}`)
        at = new URL(next, at).href
      }
      throw new Error('the provider sends the browser in circles')
    },
    isSignedIn: () => cookies.has('flagstaff-session'),
  }
}
