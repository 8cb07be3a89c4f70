import { momentOfMs } from './moment.ts'

/** The order of day and month where only numbers say them. */
export type DayOrder = 'day first' | 'month first'

/** The languages in which Jira writes the names of months. */
const languages = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'sv',
    'da',
    'nb',
    'fi',
    'is',
    'et',
    'lt',
    'lv',
    'pl',
    'cs',
    'sk',
    'hu',
    'ro',
    'tr',
  ],
  ...['ru', 'uk', 'bg', 'el', 'hr', 'sl', 'sr', 'ca', 'id', 'vi', 'he', 'ar', 'fa', 'hi', 'th'],
]

let known: ReadonlyMap<string, number> | null = null

/** The months by their names, as dates have them and alone, long and short, without points and accents. */
function monthNames(): ReadonlyMap<string, number> {
  if (known !== null) return known
  const names = new Map<string, number>()
  // Names that another language has for another month are those of the language that comes first.
  const add = (name: string, month: number) => {
    const key = keyOf(name)
    if (key !== '' && !/^\p{N}+$/u.test(key) && !names.has(key)) names.set(key, month)
  }
  for (const language of languages)
    for (const month of ['short', 'long'] as const)
      for (const options of [{ month, day: 'numeric' }, { month }] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' })
        for (let at = 0; at < 12; at++)
          for (const part of format.formatToParts(Date.UTC(2026, at, 15)))
            if (part.type === 'month') add(part.value, at)
      }
  // The names of months as Java writes them.
  for (const [name, month] of [
    ['mrz', 2],
    ['maer', 2],
    ['sept', 8],
    ['juin', 5],
    ['juil', 6],
  ] as const)
    add(name, month)
  known = names
  return names
}

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Months as `monthNames` has them; a longer or shorter form of one name is that month. */
function monthOf(name: string): number | null {
  const [, number] = /^(\d{1,2})[月월]$/.exec(name) ?? []
  if (number !== undefined) return Number(number) - 1
  const key = keyOf(name)
  const names = monthNames()
  const exact = names.get(key)
  if (exact !== undefined || key.length < 3) return exact ?? null
  const begun = new Set([...names].filter(([each]) => each.startsWith(key)).map(([, month]) => month))
  return begun.size === 1 ? ([...begun][0] ?? null) : null
}

const numbers = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/

/** The order that a date of numbers shows; null for one that shows none, such as `01/02/2026`. */
export function dayOrderOf(text: string): DayOrder | null {
  const [, one = '', , two = ''] = numbers.exec(text) ?? []
  if (Number(one) > 12 && Number(two) <= 12) return 'day first'
  if (Number(two) > 12 && Number(one) <= 12) return 'month first'
  return null
}

/**
 * A moment as Jira writes it in whatever locale: `31/Mar/26 2:05 PM`, `31.03.2026 14:05`, `31. März 2026`, `2026-03-31 14:05`. Read as UTC
 * where no time zone stands there.
 *
 * @param order  that other dates of the file show
 * @returns null if the text is no date
 */
export function momentOf(given: string, order: DayOrder | null = null): string | null {
  const text = given
    .trim()
    .slice(0, 100)
    .replace(/[\u200e\u200f]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
  const date = dateIn(text, order)
  if (date === null) return null
  const time = timeIn(text.slice(date.length))
  if (time === null) return null
  const { year, month, day } = date
  const ms = Date.UTC(year, month, day)
  const at = new Date(ms)
  if (year < 1 || at.getUTCMonth() !== month || at.getUTCDate() !== day) return null
  return momentOfMs(ms + time)
}

interface DateIn {
  readonly year: number
  /** The month from 0. */
  readonly month: number
  readonly day: number
  /** The length of the text that was read as the date. */
  readonly length: number
}

function dateIn(text: string, order: DayOrder | null): DateIn | null {
  const iso = /^(\d{4})\s?[-./年년]\s?(\d{1,2})\s?[-./月월]\s?(\d{1,2})(?:\s?[日일.])?/.exec(text)
  if (iso !== null) return dated(iso[1], Number(iso[2]) - 1, iso[3], iso[0])
  const numeric = numbers.exec(text)
  if (numeric !== null) {
    const [all, one = '', sign, two = '', year] = numeric
    // Americans write the month first, with slashes, and their time with AM and PM.
    const american = sign === '/' && /\d\s*[ap]\.?m\b/i.test(text.slice(all.length))
    const isMonthFirst = (dayOrderOf(text) ?? order ?? (american ? 'month first' : 'day first')) === 'month first'
    return isMonthFirst ? dated(year, Number(one) - 1, two, all) : dated(year, Number(two) - 1, one, all)
  }
  const weekday = /^\p{L}[\p{L}\p{M}.]*,?\s+(?=\d|\p{L})/u.exec(text)?.[0] ?? ''
  const rest = monthOf(weekday) === null ? text.slice(weekday.length) : text
  const skipped = text.length - rest.length
  const dayFirst =
    /^(\d{1,2})\.?(?:st|nd|rd|th|er|º)?[\s/.-]*(?:de\s+|d')?(\d{1,2}[月월]|\p{L}[\p{L}\p{M}.]*?\.?)[\s/.,-]+(?:de\s+|del\s+)?(\d{4}|\d{2})(?!\d|:)/iu.exec(
      rest,
    )
  if (dayFirst !== null) return named(dayFirst[3], dayFirst[2], dayFirst[1], skipped + dayFirst[0].length)
  const monthFirst = /^(\p{L}[\p{L}\p{M}.]*?\.?)[\s/.-]+(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]+(\d{4}|\d{2})(?!\d|:)/iu.exec(
    rest,
  )
  if (monthFirst !== null) return named(monthFirst[3], monthFirst[1], monthFirst[2], skipped + monthFirst[0].length)
  const yearFirst = /^(\d{4})[\s/.,-]+(\p{L}[\p{L}\p{M}.]*?\.?)[\s/.-]+(\d{1,2})(?!\d|:)\.?/iu.exec(rest)
  if (yearFirst !== null) return named(yearFirst[1], yearFirst[2], yearFirst[3], skipped + yearFirst[0].length)
  return null
}

const dated = (year: string | undefined, month: number, day: string | undefined, all: string): DateIn => ({
  year: fullYear(year),
  month,
  day: Number(day),
  length: all.length,
})

function named(
  year: string | undefined,
  name: string | undefined,
  day: string | undefined,
  length: number,
): DateIn | null {
  const month = monthOf(name ?? '')
  return month === null ? null : { year: fullYear(year), month, day: Number(day), length }
}

const fullYear = (year = ''): number => (year.length <= 2 ? 2000 : 0) + Number(year)

const afternoon = /^(?:pm|nachm|μμ|م|下午|오후|午後|ip|odp|popoludni|du|ос|пп|дп)/
const morning = /^(?:am|vorm|πμ|ص|上午|오전|午前)/

/** Milliseconds since midnight, in UTC; null if the text is no time. */
function timeIn(given: string): number | null {
  const text = given.replace(/^\s*г\.?|^[\s,T.]+|^\s*(?:um|at|à|a las|alle|às|kl\.?|o)\s+/i, '').trim()
  if (text === '') return 0
  const parts =
    /^(\p{L}[\p{L}.]{0,5}\s*)?(\d{1,2})\s?[:.hH時시时]\s?(\d{2})(?:\s?[:.分분]\s?(\d{2}))?(?:[.,]\d+)?\s*분?분?(\p{L}[\p{L}\p{M}.\s]{0,8}?)?\s*(?:(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})|UTC|GMT|Z)?\s*(?:Uhr)?$/iu.exec(
      text,
    )
  if (parts === null) return null
  const [, before = '', hour, minute, second = '0', after = '', sign, zoneHours = '0', zoneMinutes = '0'] = parts
  const half = (before || after).toLowerCase().replace(/[\s.]/g, '')
  let hours = Number(hour)
  if (afternoon.test(half)) hours = (hours % 12) + 12
  else if (morning.test(half)) hours %= 12
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  return ((hours * 60 + Number(minute) - (sign === undefined ? 0 : zone)) * 60 + Number(second)) * 1000
}
