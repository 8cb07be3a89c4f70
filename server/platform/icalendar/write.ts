export interface Calendar {
  readonly name: string
  readonly description?: string
  readonly events: readonly CalendarEvent[]
}

/** An event that is due on a day, or takes some time. */
interface CalendarEvent {
  /** Names the event forever. */
  readonly uid: string
  /** yyyy-mm-dd, or the moments of its start and end in ISO 8601. */
  readonly when: string | { readonly startsAt: string; readonly endsAt: string }
  readonly title: string
  readonly description: string
  readonly url: string
  /** ISO 8601. */
  readonly updated: string
}

/** A calendar, whose events do not mark anyone as busy. @source RFC 5545 */
export function calendarText({ name, description, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Weft//Issues//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...(description === undefined ? [] : [`X-WR-CALDESC:${escaped(description)}`]),
    ...events.flatMap(({ uid, when, title, description, url, updated }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${compact(updated)}`,
      ...(typeof when === 'string'
        ? [`DTSTART;VALUE=DATE:${when.replaceAll('-', '')}`]
        : [`DTSTART:${compact(when.startsAt)}`, `DTEND:${compact(when.endsAt)}`]),
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(description)}`,
      `URL;VALUE=URI:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

const compact = (moment: string): string => moment.replace(/[-:]|\.\d+/g, '')

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, sign => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format does not allow
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** Bytes of a line at most. */
const lineBytes = 75

/** A line broken where it is too long, between characters. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= lineBytes) return line
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > lineBytes) {
      parts.push(part)
      // The space that begins the next line counts.
      part = ''
      size = 1
    }
    part += character
    size += bytes
  }
  return [...parts, part].join('\r\n ')
}
