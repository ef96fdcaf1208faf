import type { Config } from '@docusaurus/types'
import { themes } from 'prism-react-renderer'

// Everything the site needs is in the build: no fonts, scripts, search service or analytics from elsewhere.
const config: Config = {
  title: 'Flagstaff',
  tagline: 'Feature flags for teams that run their own',
  url: process.env.DOCS_URL ?? 'http://localhost:3000',
  baseUrl: process.env.DOCS_BASE_PATH ?? '/',
  favicon: 'logo.svg',
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  future: { v4: true, faster: true },
  // `.md` is plain Markdown, in which braces and angle brackets mean nothing; `.mdx` may include tables.
  markdown: { format: 'detect', hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  plugins: [
    [
      '@docusaurus/plugin-content-docs',
      { routeBasePath: '/', sidebarPath: './sidebars.ts', breadcrumbs: true },
    ],
  ],
  themes: [
    ['@docusaurus/theme-classic', { customCss: './src/css/site.css' }],
    [
      '@easyops-cn/docusaurus-search-local',
      { indexBlog: false, docsRouteBasePath: '/', hashed: true, searchBarShortcutHint: false },
    ],
  ],
  themeConfig: {
    colorMode: { respectPrefersColorScheme: true },
    navbar: {
      title: 'Flagstaff',
      logo: { alt: '', src: 'logo.svg', srcDark: 'logo-dark.svg' },
      items: [
        { to: '/quickstart', label: 'Quickstart', position: 'left' },
        { to: '/reference', label: 'Reference', position: 'left' },
        { to: '/using-flagstaff/deploy', label: 'Deploy', position: 'left' },
        { to: '/contributing', label: 'Contributing', position: 'left' },
      ],
    },
    prism: { theme: themes.github, darkTheme: themes.vsDark, additionalLanguages: ['bash', 'json', 'ini'] },
    docs: { sidebar: { hideable: true, autoCollapseCategories: true } },
  },
}

export default config
