/** Permissions whose holder can become an administrator, and how. */
const adminEquivalents: Readonly<Record<string, string>> = {
  ADMIN: 'satisfies every permission check',
  UPDATE_AUTH_CONFIGURATION: 'can set up an identity provider or SCIM token and use it to sign in as anyone',
}

/** Whether these permissions are as good as Admin: their holder is an administrator or can become one alone. */
export const amountsToAdmin = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => Object.hasOwn(adminEquivalents, permission))
