import { FlagFile, FlagstaffFile } from '@flagstaff/contract/code-files'

const draft = 'https://json-schema.org/draft/2020-12/schema'

/** JSON Schemas of the files, for editors. Served by every server under `/schemas/`. */
export const schemas = {
  'flag.v1.json': { $schema: draft, title: 'A feature flag', ...FlagFile },
  'flagstaff.v1.json': { $schema: draft, title: 'flagstaff.yaml', ...FlagstaffFile },
} as const
