/** The settings of a browser that change how pages look. The server reads them from two cookies, which the browser keeps up to date. */
export interface Reader {
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** BCP 47 tag, such as `en-GB`. */
  readonly language: string
  /** Names of what was chosen in this browser, the newest last: folded parts, compact rows, callouts that were dismissed. */
  readonly choices: readonly string[]
  /** The same, until the browser is closed. */
  readonly sessionChoices: readonly string[]
}

/** The cookies are readable by scripts and hold nothing secret. */
export const readerCookie = 'weft_reader'
export const sessionChoicesCookie = 'weft_session_choices'

/** A browser that has not been here before. */
export const unknownReader: Reader = { timeZone: 'UTC', language: 'en', choices: [], sessionChoices: [] }

/** The newest stay. */
const maxChoices = 40

/** The values of the cookies, by name, ready to be set. */
export const writeReader = ({ timeZone, language, choices, sessionChoices }: Reader) => ({
  [readerCookie]: encodeURIComponent([timeZone, language, writeNames(choices)].join('|')),
  [sessionChoicesCookie]: encodeURIComponent(writeNames(sessionChoices)),
})

const writeNames = (names: readonly string[]): string => names.slice(-maxChoices).join(',')

/** @param cookies  by name, percent-encoded or decoded. Settings that cannot be read are those of `unknownReader` */
export function parseReader(cookies: Readonly<Record<string, string | undefined>>): Reader {
  const sessionChoices = parseNames(decoded(cookies[sessionChoicesCookie] ?? ''))
  const [timeZone = '', language = '', choices = ''] = decoded(cookies[readerCookie] ?? '').split('|')
  if (!canWriteDates(timeZone, language)) return { ...unknownReader, sessionChoices }
  return { timeZone, language, choices: parseNames(choices), sessionChoices }
}

const parseNames = (text: string): readonly string[] =>
  text
    .split(',')
    .filter(name => /^[a-z-]{1,40}$/.test(name))
    .slice(-maxChoices)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Whether a text is an IANA name of a time zone. */
export const isTimeZone = (text: string): boolean => canWriteDates(text, 'en')

function canWriteDates(timeZone: string, language: string): boolean {
  if (!/^[A-Za-z0-9_+/-]{2,60}$/.test(timeZone) || !/^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i.test(language)) return false
  try {
    new Intl.DateTimeFormat(language, { timeZone })
    return true
  } catch {
    return false
  }
}
