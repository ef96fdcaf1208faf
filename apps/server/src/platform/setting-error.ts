/** A setting that cannot be used. The server ends with this message alone: a stack would tell operators nothing. */
export class SettingError extends Error {
  override name = 'SettingError'
}
