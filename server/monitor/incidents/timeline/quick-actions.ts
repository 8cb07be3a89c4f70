import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { isDay } from '#server/platform/text/day.ts'
import { dayAt, offsetAt } from '#server/platform/text/time-zone.ts'
import { addEvent } from './change.ts'

/** `/timeline text | date time` on incidents. @source product-rules.md 7 */
export const timelineAction: QuickAction = {
  name: 'timeline',
  aliases: [],
  parameter: '<text> | <YYYY-MM-DD HH:MM>',
  description: 'Add a timeline event',
  types: ['incident'],
  ability: 'issuable:edit-timeline',
  // A new one is not there to have a timeline.
  isOffered: target => target.id !== 0,
  explain: async (_ctx, _target, argument) =>
    partsOf(argument) === null ? { refused: `${notApplied('timeline')} ${howTo}` } : 'Adds an event to the timeline.',
  run: async (ctx, target, argument) => {
    const parts = partsOf(argument)
    if (parts === null) return { refused: `${notApplied('timeline')} ${howTo}` }
    try {
      const incident = await load(ctx, 'issuable:edit-timeline', issueById, { issueId: target.id })
      await addEvent(ctx, incident, { note: parts.note, occurredAt: momentOf(ctx, parts), tagNames: [] })
      return { done: 'Added an event to the timeline.' }
    } catch (error) {
      return refusal('timeline', error)
    }
  },
}

const howTo = 'Write it as /timeline text | YYYY-MM-DD HH:MM. Without a date it is today; without a time, it is now.'

interface EventWords {
  readonly note: string
  readonly day: string | undefined
  readonly time: string | undefined
}

function partsOf(argument: string): EventWords | null {
  const at = argument.lastIndexOf('|')
  const note = (at < 0 ? argument : argument.slice(0, at)).trim()
  const when = /^(?:(\d{4}-\d\d-\d\d)(?:\s+|$))?((?:[01]?\d|2[0-3]):[0-5]\d)?$/.exec(
    at < 0 ? '' : argument.slice(at + 1).trim(),
  )
  if (note === '' || when === null) return null
  const [, day, time] = when
  return day !== undefined && !isDay(day) ? null : { note, day, time }
}

/** The moment of a day and a time on the clock of the caller. @returns ISO 8601 */
function momentOf({ now, timeZone }: Context, { day, time }: EventWords): string {
  const zone = timeZone ?? undefined
  const offset = offsetAt(Date.parse(now), zone)
  const clock = new Date(Date.parse(now) + offset).toISOString().slice(11, 16)
  const wall = Date.parse(`${day ?? dayAt(now, zone)}T${(time ?? clock).padStart(5, '0')}:00Z`)
  return day === undefined && time === undefined ? now : new Date(wall - offsetAt(wall - offset, zone)).toISOString()
}
