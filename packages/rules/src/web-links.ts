/**
 * Whether a link leads to a web page or to a path of this server. Browsers ignore some whitespace in URLs and read `\`
 * as `/`, so both are refused: `/\example.com` would lead to another server.
 */
export const isWebLink = (text: string): boolean => /^(https?:\/\/[^\s\\/]|\/(?![/\\]))[^\s\\]*$/i.test(text)
