/** The facts of an incident that its postmortem lists. */
export interface PostmortemFacts {
  /** `#7` */
  readonly reference: string
  readonly severity: string
  /** ISO 8601 */
  readonly startedAt: string
  readonly endedAt: string
  /** Null if nobody led the response. */
  readonly commander: string | null
  readonly participants: readonly string[]
  readonly events: readonly { readonly occurredAt: string; readonly author: string | null; readonly note: string }[]
}

/** The description of a postmortem, with the parts that people write left empty. */
export function postmortemText({
  reference,
  severity,
  startedAt,
  endedAt,
  commander,
  participants,
  events,
}: PostmortemFacts): string {
  const facts = [
    ['Incident', reference],
    ['Severity', severity],
    ['Started', timeOf(startedAt)],
    ['Resolved', timeOf(endedAt)],
    ['Duration', durationOf(Date.parse(endedAt) - Date.parse(startedAt))],
    ...(commander === null ? [] : [['Incident commander', plain(commander)]]),
    ['Participants', participants.map(plain).join(', ') || 'None'],
  ]
  const timeline = events.map(
    ({ occurredAt, author, note }) =>
      `- **${timeOf(occurredAt)}** ${author === null ? '' : `${plain(author)} `}${note.replace(/\s+/g, ' ').trim()}`,
  )
  return [
    facts.map(([name, value]) => `- **${name}:** ${value}`).join('\n'),
    '## Summary\n\n<!-- What happened, in two or three sentences -->',
    '## Impact\n\n<!-- Who was affected, how, and for how long -->',
    `## Timeline\n\n${timeline.join('\n')}`,
    '## Root cause\n\n<!-- Why it happened, and why it was not noticed earlier -->',
    '## What went well\n\n<!-- What limited the impact -->',
    '## Follow-up\n\n<!-- Link an issue for each action, so that it is counted on the incident -->',
  ].join('\n\n')
}

const timeOf = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`

/** A name as text: nothing in it is read as Markdown. */
const plain = (name: string): string => name.replace(/[\\`*_{}[\]()#+!|<>~@&^%$]/g, '\\$&')

function durationOf(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const parts = [`${Math.floor(minutes / 60)}h`, `${minutes % 60}m`]
  return minutes < 60 ? (parts[1] ?? '') : parts.join(' ')
}
