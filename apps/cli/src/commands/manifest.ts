import { writeFileSync } from 'node:fs'
import type { Manifest } from '@flagstaff/contract/manifest'
import type { Context } from '../context.ts'

type Options = { project?: string; out?: string }

const SCHEMA =
  'https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json'

/** Prints the manifest as a file of the OpenFeature CLI, which generates code for other languages. */
export async function manifest({ client, options, output }: Context<Options>) {
  const { project, out } = options
  const { flags } = await client().get('GET /openfeature/v0/manifest', {
    query: project === undefined ? {} : { project },
  })
  const text = `${JSON.stringify(fileOf(flags), null, 2)}\n`
  if (out === undefined) return void process.stdout.write(text)
  writeFileSync(out, text)
  output.result(`Wrote ${flags.length} flags to ${out}`, { out, flags: flags.length })
}

const fileOf = (flags: Manifest['flags']) => ({
  $schema: SCHEMA,
  flags: Object.fromEntries(
    flags.map(({ key, type, defaultValue, description, schema }) => [
      key,
      {
        flagType: type,
        defaultValue,
        ...(description ? { description } : {}),
        ...(schema ? { schema } : {}),
      },
    ]),
  ),
})
