// One bundle: the pages share code and are often used together.
export { Oidc } from './Oidc.tsx'
export { Password } from './Password.tsx'
export { Saml } from './Saml.tsx'
