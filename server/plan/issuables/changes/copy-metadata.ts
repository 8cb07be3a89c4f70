import { sql } from 'kysely'
import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { renderLine } from '#server/discuss/references/render.ts'
import { arrayOf, columnsOf } from '#server/platform/sql/shape.ts'
import type { AttributeCommand } from '../define-attribute.ts'

const l = columnsOf('labels', 'l')

const refused = (why: string) => ({ refused: `Could not apply copy_metadata command. ${why}` })

/** Labels and milestone of another issue or merge request, as far as they are known in this one's project or group. */
export const copyMetadata: AttributeCommand = {
  name: 'copy_metadata',
  parameter: '#issue | !merge_request',
  description: 'Copy labels and milestone from another issue or merge request',
  read: async (ctx, target, argument) => {
    if (argument.trim() === '') return refused('Enter an issue or a merge request.')
    const source = await metadataOf(ctx, target, argument)
    if (source === null) return refused('The issue or merge request could not be found.')
    return {
      changes: {
        ...(source.labelIds.length === 0 ? {} : { labels: { add: source.labelIds } }),
        ...(source.milestoneId === null ? {} : { milestone: source.milestoneId }),
      },
      will: `Copies labels and milestone from ${source.reference}.`,
      did: `Copied labels and milestone from ${source.reference}.`,
    }
  },
}

interface Metadata {
  readonly reference: string
  readonly labelIds: readonly number[]
  readonly milestoneId: number | null
}

async function metadataOf(ctx: Context, target: CommandTarget, argument: string): Promise<Metadata | null> {
  const place = await ctx.db
    .selectFrom('namespaces')
    .select(['id', 'fullPath', 'ancestorIds'])
    .where('id', '=', target.namespaceId)
    .executeTakeFirstOrThrow()
  const { issuableIds } = await renderLine(ctx, place, argument)
  const [id] = issuableIds
  const source =
    id === undefined || issuableIds.length > 1 ? null : await loadIfAllowed(ctx, 'issuable:read', noteableById, id)
  const kind = source === null ? null : issuableKinds[issuableKindOf(source.type)]
  if (source === null || (kind?.series !== 'issue' && kind?.series !== 'merge_request')) return null
  const { rows } = await sql<Omit<Metadata, 'reference'>>`
    select (select m.id from milestones m where m.id = i.milestone_id and m.namespace_id = any (${[...place.ancestorIds]}::bigint[])) as milestone_id,
      ${arrayOf(
        l('id'),
        sql`from issuable_labels il join labels l on l.id = il.label_id
        where il.issuable_id = i.id and l.namespace_id = any (${[...place.ancestorIds]}::bigint[])`,
      )} as label_ids
    from issuables i where i.id = ${source.id}`.execute(ctx.db)
  const found = rows[0]
  const reference = `${source.namespaceId === place.id ? '' : source.namespacePath}${kind.sign}${source.iid}`
  return found === undefined ? null : { reference, ...found }
}
