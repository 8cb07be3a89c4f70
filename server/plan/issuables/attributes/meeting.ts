import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import type { AttributeCommand, CommandReading } from '../define-attribute.ts'

/** A Zoom meeting on a line of its own, as `/zoom` adds it. */
const meetingLine = /^https:\/\/(?:[\w-]+\.)*zoom\.us\/(?:j|s|my|w|wc\/join)\/\S+$/

const types = ['issue', 'incident']

/**
 * The pinned meeting of an issue is the last one that its description links to: these commands add and remove its line.
 *
 * @source ISSUE-010; product rules 7
 */
export const meetingCommands: readonly AttributeCommand[] = [
  {
    name: 'zoom',
    parameter: 'https://zoom.us/j/123456789',
    description: 'Add a Zoom meeting',
    types,
    isOffered: target => target.id !== 0,
    read: async (ctx, target, argument): Promise<CommandReading> => {
      const url = argument.trim()
      if (!meetingLine.test(url)) return { refused: 'Could not apply zoom command. Enter the URL of a Zoom meeting.' }
      const kept = withoutMeeting(await descriptionOf(ctx, target)).text
      return {
        changes: { description: kept === '' ? url : `${kept}\n\n${url}` },
        will: 'Adds a Zoom meeting.',
        did: 'Added a Zoom meeting.',
      }
    },
  },
  {
    name: 'remove_zoom',
    parameter: null,
    description: 'Remove the Zoom meeting',
    types,
    isOffered: target => target.id !== 0,
    read: async (ctx, target): Promise<CommandReading> => {
      const { text, isFound } = withoutMeeting(await descriptionOf(ctx, target))
      if (!isFound) return { refused: 'Could not apply remove_zoom command. There is no Zoom meeting to remove.' }
      return { changes: { description: text }, will: 'Removes the Zoom meeting.', did: 'Removed the Zoom meeting.' }
    },
  },
]

async function descriptionOf(ctx: Context, { id }: CommandTarget): Promise<string> {
  // The row is locked until the transaction ends: no concurrent change of the text is lost.
  const { rows } = await sql<{ description: string | null }>`
    select description from issuables where id = ${id} for no key update`.execute(ctx.db)
  return rows[0]?.description ?? ''
}

/** A text without its last line that is a meeting alone. */
function withoutMeeting(text: string): { readonly text: string; readonly isFound: boolean } {
  const lines = text.split('\n')
  const at = lines.findLastIndex(line => meetingLine.test(line.trim()))
  if (at < 0) return { text: text.trimEnd(), isFound: false }
  const before = lines.slice(0, at).join('\n').trimEnd()
  const after = lines.slice(at + 1).join('\n')
  return { text: after.trim() === '' ? before : `${before}\n${after}`.replace(/^\n+/, ''), isFound: true }
}
