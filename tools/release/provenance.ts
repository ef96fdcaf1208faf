import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type File, sha256 } from './files.ts'
import { root } from './packages.ts'

type Source = { commit: string; version: string; time: Date }

/**
 * What the files were made from, as an in-toto statement with a SLSA predicate. It is not signed: the release workflow
 * adds the signatures of npm and of the image registry.
 */
export function provenanceOf(files: readonly File[], { commit, version, time }: Source): string {
  const workflow = process.env.GITHUB_WORKFLOW_REF
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, digest }) => ({ name, digest: { sha256: digest } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa.dev/provenance/v1#command',
        externalParameters: { command: 'pnpm release', version },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'pnpm-lock.yaml', digest: { sha256: sha256(readFileSync(join(root, 'pnpm-lock.yaml'))) } },
        ],
      },
      runDetails: {
        builder: { id: workflow ? `https://github.com/${workflow}` : 'urn:flagstaff:local' },
        metadata: { finishedOn: time.toISOString() },
      },
    },
  }
  return `${JSON.stringify(statement, undefined, 2)}\n`
}
