// Nobody has registered these names on npm: anyone who does could run code wherever a page uses them.
// When a release publishes them, delete this check.

const name = String.raw`(?:flagstaff(?![\w/-]|\.\w)|@flagstaff\/[\w-]+)`
const notPath = String.raw`(?<![\w./@-])`
const patterns = [
  // npx -y flagstaff@1 plan; `--no` and `--no-install` run only what is installed.
  new RegExp(
    String.raw`\b(?:npx|pnpx|bunx|(?:pnpm|yarn) dlx|npm (?:exec|x)|bun x)\b(?![^\n\`]*\s--no(?:-install)?\s)[^\n\`"]*?${notPath}${name}`,
    'g',
  ),
  // npm install --global flagstaff
  new RegExp(
    String.raw`\b(?:(?:npm|pnpm|bun) (?:install|i|add)|yarn (?:global )?add)\b[^\n\`"]*?${notPath}${name}`,
    'g',
  ),
  // { "command": "npx", "args": ["-y", "flagstaff", "mcp"] }
  new RegExp(`["'](?:npx|pnpx|bunx)["'][^}]{0,120}?["']${name}`, 'g'),
  // A page of the registry that anybody can fill.
  new RegExp(String.raw`npmjs\.com\/package\/${name}`, 'g'),
]

/** Finds what would fetch one of our packages from the npm registry. */
export function findRegistryCommands(text: string): { line: number; command: string }[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      command: match[0].replace(/\s+/g, ' '),
    })),
  )
}
