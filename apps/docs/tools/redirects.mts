// Paths of Unleash's documentation, for people who know them or follow an old link. The build fails if a target is missing.

const moved: Record<string, string> = {
  '/academy/': '/unleash-academy',
  '/academy/advanced-for-devs/': '/unleash-academy/advanced-for-devs',
  '/academy/foundational/': '/unleash-academy/foundational',
  '/academy/introduction/': '/unleash-academy/introduction',
  '/academy/managing-for-devops/': '/unleash-academy/managing-unleash-for-devops',
  '/how-to/create-tokens': `/how-to/how-to-create-api-tokens /how-to/how-to-create-project-api-tokens /guides/how-to-create-api-tokens
    /user_guide/api-token`,
  '/how-to/bulk-changes': '/reference/bulk-operations',
  '/how-to/clean-up-stale-flags': '/guides/manage-feature-flags-in-code',
  '/how-to/create-a-flag': '/how-to/how-to-create-feature-flags /how-to/how-to-create-feature-toggles',
  '/how-to/find-out-why-a-user-gets-a-flag': `/how-to/how-to-troubleshoot-flag-exposure
    /using-unleash/troubleshooting/flag-exposure /using-unleash/troubleshooting/flag-not-returned
    /using-unleash/troubleshooting/feature-not-available`,
  '/how-to/create-a-custom-role': '/how-to/how-to-create-and-assign-custom-project-roles',
  '/how-to/invite-people': '/how-to/how-to-add-users-to-unleash',
  '/how-to/manage-with-terraform': '/reference/terraform /concepts/terraform',
  '/how-to/notify-slack': '/integrate/slack-app',
  '/how-to/provision-accounts-with-entra-id': '/how-to/how-to-setup-provisioning-with-entra',
  '/how-to/provision-accounts-with-okta': '/how-to/how-to-setup-provisioning-with-okta',
  '/how-to/replace-unleash-edge': `/unleash-edge/migrate-from-proxy /how-to/unleash-edge-quickstart
    /how-to/how-to-run-the-unleash-proxy /reference/unleash-proxy`,
  '/how-to/run-an-a-b-test':
    '/concepts/a-b-testing /feature-flag-tutorials/use-cases/a-b-testing /guides/a-b-testing',
  '/how-to/run-an-edge': '/unleash-edge/deploy',
  '/how-to/schedule-with-dates':
    '/how-to/how-to-schedule-feature-releases /guides/how-to-schedule-feature-releases',
  '/how-to/send-impressions-to-analytics': `/how-to/how-to-capture-impression-data /guides/how-to-capture-impression-data
    /how-to/how-to-send-impression-data-to-a-sink`,
  '/how-to/sign-in-with-oidc': '/how-to/how-to-add-sso-open-id-connect /how-to/how-to-add-sso-google',
  '/how-to/sign-in-with-saml': `/how-to/how-to-add-sso-saml /how-to/how-to-add-sso-azure-saml
    /how-to/how-to-add-sso-saml-keycloak`,
  '/how-to/use-service-accounts': '/how-to/how-to-create-service-accounts',
  '/how-to/use-the-admin-api': '/how-to/how-to-use-the-admin-api',
  '/quickstart': '/get-started/quickstart /tutorials/quickstart /user_guide/quickstart',
  '/reference': '/concepts /concepts/core-concepts',
  '/reference/actions': '/concepts/actions',
  '/reference/api/': '/api-overview /reference/api/unleash',
  '/reference/api-tokens': '/reference/api-tokens-and-client-keys /concepts/api-tokens-and-client-keys',
  '/reference/applications': '/concepts/applications',
  '/reference/change-requests': '/concepts/change-requests',
  '/reference/command-menu': '/concepts/command-menu',
  '/reference/constraints': '/reference/strategy-constraints /concepts/strategy-constraints',
  '/reference/custom-strategies': `/reference/custom-activation-strategies /concepts/custom-activation-strategies
    /how-to/how-to-use-custom-strategies`,
  '/reference/edge': '/reference/unleash-edge /unleash-edge',
  '/reference/environments': '/concepts/environments',
  '/reference/events': '/reference/event-log /reference/event-types /concepts/events',
  '/reference/flag-types': '/reference/feature-toggle-types /reference/feature-flag-types',
  '/reference/flags': '/reference/feature-toggles /reference/feature-flags /concepts/feature-flags',
  '/reference/frontend-api': '/reference/front-end-api /concepts/front-end-api',
  '/reference/impact-metrics': '/concepts/impact-metrics',
  '/reference/import-export': `/reference/environment-import-export /reference/deploy/environment-import-export
    /reference/deploy/import-export /how-to/how-to-import-export /how-to/how-to-environment-import-export
    /concepts/environment-import-export /concepts/import-export`,
  '/reference/impression-data': '/concepts/impression-data',
  '/reference/insights': '/concepts/insights',
  '/reference/integrations': '/integrate/integrations /addons /reference/addons',
  '/reference/integrations/microsoft-teams': '/reference/integrations/teams',
  '/reference/integrations/slack-webhook': '/reference/integrations/slack',
  '/reference/invite-links': '/reference/public-signup /concepts/public-signup',
  '/reference/login-history': '/concepts/login-history',
  '/reference/maintenance-mode': '/concepts/maintenance-mode',
  '/reference/network': '/reference/network-view /concepts/network-view',
  '/reference/personal-tokens': '/how-to/how-to-create-personal-access-tokens',
  '/reference/playground': '/concepts/playground',
  '/reference/project-collaboration-mode': '/concepts/project-collaboration-mode',
  '/reference/projects': '/concepts/projects',
  '/reference/release-plans': '/reference/release-templates /concepts/release-templates',
  '/reference/resource-limits': '/concepts/resource-limits',
  '/reference/roles-and-permissions': '/reference/rbac /concepts/rbac',
  '/reference/rules': '/reference/activation-strategies /concepts/activation-strategies',
  '/reference/scim': '/reference/provisioning /concepts/scim',
  '/reference/sdks/': '/sdks',
  '/reference/sdks/android': '/reference/sdks/android-proxy /sdks/android-proxy',
  '/reference/sdks/browser': '/reference/sdks/javascript-browser /sdks/javascript-browser',
  '/reference/sdks/ios': '/reference/sdks/ios-proxy /sdks/ios-proxy',
  '/reference/sdks/nextjs': '/reference/sdks/next-js /sdks/next-js',
  '/reference/search': '/reference/search-operators /concepts/search-operators',
  '/reference/segments': '/concepts/segments',
  '/reference/service-accounts': '/concepts/service-accounts',
  '/reference/settings': `/using-unleash/deploy/configuring-unleash /reference/deploy/configuring-unleash
    /deploy/configuring-unleash`,
  '/reference/signals': '/concepts/signals',
  '/reference/single-sign-on': '/reference/sso /concepts/sso',
  '/reference/stickiness': '/concepts/stickiness',
  '/reference/tags': '/concepts/tags',
  '/reference/technical-debt': '/concepts/technical-debt',
  '/reference/variants': `/reference/strategy-variants /reference/feature-toggle-variants /concepts/strategy-variants
    /concepts/feature-flag-variants`,
  '/topics/best-practices': `/topics/feature-flags/feature-flag-best-practices /guides/feature-flag-best-practices
    /topics/feature-flags/best-practices-using-feature-flags-at-scale`,
  '/topics/permissions-and-governance': '/privacy-and-compliance/compliance-overview',
  '/topics/privacy': '/understanding-unleash/data-collection',
  '/understanding-flagstaff/': '/understanding-unleash',
  '/understanding-flagstaff/the-context': '/reference/unleash-context /concepts/unleash-context',
  '/using-flagstaff/deploy': `/using-unleash/deploy /reference/deploy /deploy /using-unleash/deploy/getting-started
    /deploy/hosting-options`,
  '/using-flagstaff/deploy/backup': '/using-unleash/deploy/database-backup /reference/deploy/database-backup',
  '/using-flagstaff/deploy/database-tls':
    '/using-unleash/deploy/database-setup /reference/deploy/database-setup',
  '/using-flagstaff/deploy/upgrade': '/using-unleash/deploy/upgrading-unleash /deploy/upgrading-unleash',
  '/using-flagstaff/troubleshooting': `/using-unleash/troubleshooting /using-unleash/troubleshooting/cors
    /using-unleash/troubleshooting/https`,
  '/what-is-a-feature-flag': '/get-started/what-is-a-feature-flag',
}

export const redirects = Object.entries(moved).flatMap(([to, from]) =>
  from.split(/\s+/).map((path) => ({ from: path, to })),
)

/** SDKs and groups of operations that have the same name under other folders. */
export function alsoKnownAs(path: string): string[] {
  const [, folder, name] = /^\/reference\/(sdks|api)\/([\w-]+)$/.exec(path) ?? []
  if (!name) return []
  return folder === 'sdks' ? [`/sdks/${name}`] : [`/reference/api/unleash/${name}`]
}
