#!/usr/bin/env node
// Written for old versions of Node, so that they can say which version is needed.
var version = process.versions.node.split('.').map(Number)
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  process.stderr.write(
    'flagstaff needs Node 20.19 or newer; this is ' +
      process.versions.node +
      '. To use a newer one for this command: npx -y -p node@24 node ' +
      process.argv.slice(1).join(' ') +
      '\n',
  )
  process.exit(1)
}
void import('../dist/cli.js')
