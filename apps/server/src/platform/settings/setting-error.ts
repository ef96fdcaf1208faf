/** An invalid setting. The server exits with only this message, since a stack trace would not help operators. */
export class SettingError extends Error {
  override name = 'SettingError'
}
