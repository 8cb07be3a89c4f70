/**
 * The event of an invitation as text: the title, time, place and people.
 *
 * @param isAlone  it came without words, so that the event tells its own
 * @returns empty for a calendar without an event, and for an answer to an invitation that came with words
 */
export function invitationText(calendar: string, { isAlone }: { readonly isAlone: boolean }): string {
  const lines = calendar.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const begin = lines.findIndex(line => /^BEGIN:VEVENT$/i.test(line))
  if (begin === -1) return ''
  const end = lines.findIndex((line, at) => at > begin && /^END:VEVENT$/i.test(line))
  const event = lines.slice(begin, end === -1 ? lines.length : end)
  const of = (name: string) => {
    const found = event
      .map(line => new RegExp(`^${name}((?:;[^:"]*(?:"[^"]*")?[^:"]*)*):(.*)$`, 'i').exec(line))
      .find(each => each !== null)
    return found == null ? null : { parameters: found[1] ?? '', value: unescaped(found[2] ?? '') }
  }
  const isAnswer = lines.some(line => /^METHOD:(?:REPLY|COUNTER)$/i.test(line))
  if (isAnswer && !isAlone) return ''
  const isCanceled =
    lines.some(line => /^METHOD:CANCEL$/i.test(line)) || /^cancelled$/i.test(of('STATUS')?.value.trim() ?? '')
  const organizer = of('ORGANIZER')
  const [starts, ends] = [moment(of('DTSTART')), moment(of('DTEND'))]
  const facts = [
    ['When', [starts, ends].filter(Boolean).join(' – ')],
    ['Where', of('LOCATION')?.value ?? ''],
    ['Organizer', nameOf(organizer)],
  ].filter(([, value]) => value !== '')
  return [
    of('SUMMARY') === null ? '' : `**${isCanceled ? 'Canceled: ' : ''}${oneLine(of('SUMMARY')?.value ?? '')}**`,
    facts.map(([name, value]) => `- ${name}: ${oneLine(value ?? '')}`).join('\n'),
    isAlone ? (of('DESCRIPTION')?.value ?? '') : '',
  ]
    .filter(part => part.trim() !== '')
    .join('\n\n')
}

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim()

/** "Ann Example (ann@x.test)" */
function nameOf(given: { readonly parameters: string; readonly value: string } | null): string {
  const address = (given?.value ?? '').replace(/^mailto:/i, '').trim()
  const [, quoted, plain] = /;CN=(?:"([^"]*)"|([^;:"]*))/i.exec(given?.parameters ?? '') ?? []
  const name = (quoted ?? plain ?? '').trim()
  return name === '' || name === address ? address : `${name} (${address})`
}

const unescaped = (value: string): string =>
  value.replace(/\\([nN,;\\])/g, (_all, sign: string) => (/n/i.test(sign) ? '\n' : sign))

/** `20260130T191500Z` as "2026-01-30 19:15 UTC", with the time zone that stands there. */
function moment(given: { readonly parameters: string; readonly value: string } | null): string {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d*(Z?))?/.exec(given?.value ?? '') ?? []
  if (year === undefined) return ''
  if (hour === undefined) return `${year}-${month}-${day}`
  const zone = utc === 'Z' ? 'UTC' : (/TZID="?([^";:]+)/i.exec(given?.parameters ?? '')?.[1] ?? '')
  return `${year}-${month}-${day} ${hour}:${minute} ${zone}`.trim()
}
