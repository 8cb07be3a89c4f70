/** The words of an invitation that came without any: what, when, where and who. @returns empty for a calendar without an event */
export function invitationText(calendar: string): string {
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
  const [starts, ends] = [moment(of('DTSTART')), moment(of('DTEND'))]
  const facts = [
    ['When', [starts, ends].filter(Boolean).join(' – ')],
    ['Where', of('LOCATION')?.value ?? ''],
    ['Organizer', (of('ORGANIZER')?.value ?? '').replace(/^mailto:/i, '')],
  ].filter(([, value]) => value !== '')
  return [
    of('SUMMARY') === null ? '' : `**${of('SUMMARY')?.value}**`,
    facts.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    of('DESCRIPTION')?.value ?? '',
  ]
    .filter(part => part.trim() !== '')
    .join('\n\n')
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
