const unreleased = '## Unreleased'

/** The text below the heading of a version, without the heading; undefined if there is no such heading. */
export function notesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((text) => text.split('\n', 1)[0]?.split(' ')[1] === version)
  return section?.split('\n').slice(1).join('\n').trim()
}

/** Dates the notes of a version that are already written, or puts what is under `Unreleased` under the version and day. */
export function releaseNotes(changelog: string, version: string, day: string): string {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`${version} is not a version such as 1.2.3`)
  const written = `## ${version} – not released yet\n`
  if (changelog.includes(written)) {
    if (notesOf(changelog, 'Unreleased')) throw new Error(`move the notes under "Unreleased" to ${version}`)
    return changelog.replace(written, `## ${version} – ${day}\n`)
  }
  if (notesOf(changelog, version) !== undefined) throw new Error(`CHANGELOG.md has ${version} already`)
  if (!notesOf(changelog, 'Unreleased')) throw new Error('CHANGELOG.md has nothing under "Unreleased"')
  return changelog.replace(unreleased, `${unreleased}\n\n## ${version} – ${day}`)
}
