import { Unprocessable } from '#server/errors.ts'
import { messages } from '../messages.ts'

export interface ChangelogConfig {
  readonly dateFormat: string
  /** Values of the trailer, and the titles of their categories. */
  readonly categories: ReadonlyMap<string, string>
}

export const defaultConfig: ChangelogConfig = { dateFormat: '%Y-%m-%d', categories: new Map() }
/** The patterns of a line take the square of its length. */
const longestLine = 1_000
export const defaultConfigFile = '.gitlab/changelog_config.yml'

/**
 * Read `date_format` and `categories` of a configuration file: scalars, and one map of scalars.
 *
 * @throws Unprocessable  another key, or a line that is neither
 */
export function readConfig(text: string): ChangelogConfig {
  let dateFormat = defaultConfig.dateFormat
  const categories = new Map<string, string>()
  let isInCategories = false
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#.*)?$/.test(line) || /^---\s*$/.test(line)) continue
    if (line.length > longestLine) throw new Unprocessable(messages.badConfigLine(index + 1))
    const [, indent = '', rawKey = '', rawValue = ''] =
      /^(\s*)("[^"]*"|'[^']*'|[^\s:#'"][^:]*?)\s*:(?:\s+(.*?))?\s*$/.exec(line) ?? []
    const [key, value] = [scalar(rawKey), scalar(rawValue)]
    if (key === '') throw new Unprocessable(messages.badConfigLine(index + 1))
    if (indent !== '') {
      if (!isInCategories || value === '') throw new Unprocessable(messages.badConfigLine(index + 1))
      categories.set(key, value)
    } else if (key === 'categories' && value === '') isInCategories = true
    else if (key === 'date_format' && value !== '') {
      dateFormat = value
      isInCategories = false
    } else throw new Unprocessable(messages.unknownConfig(key))
  }
  return { dateFormat, categories }
}

/** The value without quotes, or without the comment after it. */
function scalar(raw: string): string {
  const [, quoted, simple] = /^(?:"([^"]*)"|'([^']*)')\s*(?:#.*)?$/.exec(raw) ?? []
  return quoted ?? simple ?? raw.replace(/(?:^|\s+)#.*$/, '')
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
]

const two = (number: number): string => String(number).padStart(2, '0')

const directives: Readonly<Record<string, (date: Date) => string>> = {
  '%Y': date => String(date.getUTCFullYear()),
  '%y': date => two(date.getUTCFullYear() % 100),
  '%m': date => two(date.getUTCMonth() + 1),
  '%-m': date => String(date.getUTCMonth() + 1),
  '%d': date => two(date.getUTCDate()),
  '%-d': date => String(date.getUTCDate()),
  '%e': date => String(date.getUTCDate()).padStart(2, ' '),
  '%B': date => months[date.getUTCMonth()] ?? '',
  '%b': date => (months[date.getUTCMonth()] ?? '').slice(0, 3),
  '%H': date => two(date.getUTCHours()),
  '%M': date => two(date.getUTCMinutes()),
  '%S': date => two(date.getUTCSeconds()),
  '%F': date => date.toISOString().slice(0, 10),
  '%%': () => '%',
}

/** @param format  as of strftime(3), in UTC · @throws Unprocessable  a directive that is not known */
export function formatDate(date: Date, format: string): string {
  return format.replace(/%-?.?/gs, directive => {
    const write = directives[directive]
    if (write === undefined) throw new Unprocessable(messages.unknownDirective(directive))
    return write(date)
  })
}
