/** Permissions whose holder can become an administrator, with the reason. */
const adminEquivalents: Readonly<Record<string, string>> = {
  ADMIN: 'satisfies every permission check',
  UPDATE_AUTH_CONFIGURATION: 'can set up an identity provider or SCIM token and use it to sign in as anyone',
}

/** Whether the holder of these permissions is an administrator or can become one without help. */
export const amountsToAdmin = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => Object.hasOwn(adminEquivalents, permission))
