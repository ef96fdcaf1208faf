import { openBrowser } from '../browser.ts'
import type { Context } from '../context.ts'
import { pageOf, projectOf } from '../flags.ts'

export async function open({ client, options, output }: Context<{ project?: string }>, flag: string) {
  const api = client()
  const page = pageOf(api, await projectOf(api, flag, options.project), flag)
  output.result(page, { page })
  if (process.stdout.isTTY) openBrowser(page)
}
