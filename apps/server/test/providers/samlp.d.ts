// The library has no types; only what these tests call is declared.
declare module 'samlp' {
  type Request = { id: string; issuer: string; assertionConsumerServiceURL: string }
  type Answer<T> = (error: Error | null, result: T) => void
  const samlp: {
    auth(options: object): (request: object, response: object, next: (error: Error) => void) => void
    parseRequest(request: object, options: object, answer: Answer<Request>): void
    getSamlResponse(options: object, user: object, answer: Answer<string>): void
  }
  export = samlp
}
