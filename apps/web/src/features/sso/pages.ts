// Fetched together: they say much the same, and whoever needs one of them often needs the others.
export { Oidc } from './Oidc.tsx'
export { Password } from './Password.tsx'
export { Saml } from './Saml.tsx'
