import { invalid } from '../../platform/errors.ts'

export type Identity = {
  username?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

const LONGEST = 254
// The domain can be a single label: companies use addresses such as ada@intranet.
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/

/** Trims both fields and requires at least one of them. */
export function acceptIdentity(input: Identity): Identity {
  const username = input.username?.trim() || undefined
  const email = input.email?.trim() || undefined
  if (!username && !email) throw invalid('An account needs a user name or an email address.', 'username')
  for (const [field, value] of Object.entries({ username, email, name: input.name })) {
    if ((value?.length ?? 0) > LONGEST)
      throw invalid(`The ${field} is longer than ${LONGEST} characters.`, field)
  }
  if (email && !ADDRESS.test(email)) throw invalid(`"${email}" is not an email address.`, 'email')
  return { username, email, name: input.name?.trim() || undefined }
}
