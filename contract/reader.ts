/** What of a browser a page looks different for. The server draws the page with it, from a cookie that the browser keeps up to date. */
export interface Reader {
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** BCP 47 tag, such as `en-GB`. */
  readonly language: string
  /** Names of what was chosen in this browser: folded parts, compact rows. */
  readonly choices: readonly string[]
}

/** The cookie is readable by scripts and holds nothing secret. */
export const readerCookie = 'weft_reader'

/** A browser that has not been here before. */
export const unknownReader: Reader = { timeZone: 'UTC', language: 'en', choices: [] }

const maxChoices = 20

export const writeReader = ({ timeZone, language, choices }: Reader): string =>
  encodeURIComponent([timeZone, language, choices.slice(0, maxChoices).join(',')].join('|'))

/** @param text  the cookie's value as it was written or decoded; anything else is the unknown reader */
export function parseReader(text: string | undefined): Reader {
  const [timeZone = '', language = '', choices = ''] = decoded(text ?? '').split('|')
  if (!canWriteDates(timeZone, language)) return unknownReader
  const names = choices.split(',').filter(name => /^[a-z-]{1,40}$/.test(name))
  return { timeZone, language, choices: names.slice(0, maxChoices) }
}

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
