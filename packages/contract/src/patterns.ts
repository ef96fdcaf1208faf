const urlFriendly = 'have only letters, digits and ~ _ . -'
const color = 'be a color such as #A1B2C3'
const include =
  'start with INCLUDE, DO_NOT_INCLUDE, INCLUDE_ALL_OF, INCLUDE_ANY_OF, EXCLUDE_IF_ANY_OF or EXCLUDE_ALL and a colon'
const holding = '^(INCLUDE|DO_NOT_INCLUDE|INCLUDE_ALL_OF|INCLUDE_ANY_OF|EXCLUDE_IF_ANY_OF|EXCLUDE_ALL):'

/** Descriptions of the patterns in our schemas, each completing "it must …". */
const words = new Map([
  ['^[a-zA-Z0-9~_.-]+$', urlFriendly],
  ['[A-Za-z0-9_~.-]*', urlFriendly],
  ['^[A-Za-z0-9_-]{1,40}$', 'have 1 to 40 letters, digits, _ and -'],
  ['[A-Za-z0-9_~.-]+', urlFriendly],
  ['^(?!\\s*$).+', 'not be blank'],
  ['\\S', 'not be blank'],
  ['^[0-9a-f]{7,64}$', 'be a commit: 7 to 64 hexadecimal digits'],
  ['^https?://[^/]', 'start with http:// or https:// and a host'],
  ['^[^\\s]+$', 'not have spaces'],
  ['^#[0-9A-Fa-f]{6}$', color],
  ['^\\s*\\S.{0,48}\\S\\s*$', 'have 2 to 50 characters'],
  [
    '^([Cc][Ll][Ii][Ee][Nn][Tt]|[Bb][Aa][Cc][Kk][Ee][Nn][Dd]|[Ff][Rr][Oo][Nn][Tt][Ee][Nn][Dd])$',
    'be backend (or client) or frontend',
  ],
  ['^[\\x21-\\x7e]{1,500}$', 'have 1 to 500 printable ASCII characters and no spaces'],
  ['^[A-Za-z0-9._-]{1,100}$', 'be a host name: 1 to 100 letters, digits, . _ and -'],
  ['^[0-9a-f]{8}$', 'be 8 hexadecimal digits in lower case'],
  ['^[0-9a-f]{64}$', 'be 64 hexadecimal digits in lower case'],
  ['^(IS|IS_NOT|IS_ANY_OF|IS_NONE_OF):', 'start with IS, IS_NOT, IS_ANY_OF or IS_NONE_OF and a colon'],
  ['^(IS|IS_ANY_OF):', 'start with IS or IS_ANY_OF and a colon'],
  ['^(IS|IS_ANY_OF):\\d{1,9}(,\\d{1,9})*$', 'be IS and an id, such as IS:7'],
  ['^\\d{1,9}$', 'be an id, such as 7'],
  ['^[1-9]\\d{0,14}$', 'be the id of an event, such as 1042'],
  ['^[0-9]+$', 'be a number in digits'],
  ['^\\d{4}-\\d{2}-\\d{2}$', 'be a date such as 2026-01-31'],
  ['^\\d{4}-\\d{2}(-\\d{2})?$', 'be a month or date such as 2026-01 or 2026-01-31'],
  ['^[a-zA-Z_:][a-zA-Z0-9_:]*$', 'be a metric name: letters, digits, _ and :, not starting with a digit'],
  ['^([01]\\d|2[0-3]):[0-5]\\d$', 'be a time of day, such as 16:00'],
  [
    '^IS:(open|closed|Draft|In review|Approved|Scheduled|Applied|Cancelled|Rejected)$',
    'be IS:open, IS:closed or IS and a state, such as IS:Approved',
  ],
  [holding, include],
  [`${holding}[^:,]+:.`, `${include}, then a tag such as simple:team`],
  [
    '^(IS_BEFORE|IS_ON_OR_AFTER):\\d{4}-\\d{2}-\\d{2}$',
    'be a date such as IS_ON_OR_AFTER:2026-01-31 or IS_BEFORE:2026-01-31',
  ],
  ['^IS:\\d{4}-\\d{2}-\\d{2}$', 'be a date such as IS:2026-01-31'],
  ['^IS:(true|false)$', 'be IS:true or IS:false'],
  ['^(IS|IS_ANY_OF):(true|false)(,(true|false))*$', 'be IS:true or IS:false'],
])

export const wordsFor = (pattern: string): string | undefined => words.get(pattern)
