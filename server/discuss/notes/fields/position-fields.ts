import { sql } from 'kysely'
import { batchRows, byId } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { positionOfDiscussion, type StoredPosition } from '../positions/position.ts'
import { Note } from './fields.ts'

interface PositionNode {
  readonly id: number
  readonly position: StoredPosition | null
}

const positionOfNote = batchRows<PositionNode, PositionNode | null>(
  'positions of notes',
  ids =>
    sql`select n.id, ${positionOfDiscussion()} as position from unnest(${ids}::bigint[]) asked join notes n on n.id = asked`,
  byId,
)

/** The commits that a diff compares. */
interface Compared {
  readonly baseSha: string | null
  readonly startSha: string
  readonly headSha: string
}

export const DiffRefs = builder.objectRef<Compared>('DiffRefs').implement({
  description: 'Commits compared by a diff.',
  fields: t => ({
    baseSha: t.exposeString('baseSha'),
    headSha: t.exposeString('headSha', { nullable: false }),
    startSha: t.exposeString('startSha', { nullable: false }),
  }),
})

/** The place of a note in a diff. */
export function positionFields(): void {
  const DiffPositionType = builder.enumType('DiffPositionType', { values: ['file', 'image', 'text'] as const })
  const DiffPosition = builder.objectRef<StoredPosition>('DiffPosition').implement({
    description: 'Position of a discussion in a diff.',
    fields: t => ({
      diffRefs: t.field({
        type: DiffRefs,
        nullable: false,
        resolve: ({ base_sha: baseSha, start_sha: startSha, head_sha: headSha }) => ({ baseSha, startSha, headSha }),
      }),
      filePath: t.string({ nullable: false, resolve: position => position.new_path }),
      height: t.int({ resolve: position => pixels(position, 'height') }),
      newLine: t.int({ resolve: position => (position.position_type === 'text' ? position.new_line : null) }),
      newPath: t.string({ resolve: position => position.new_path }),
      oldLine: t.int({ resolve: position => (position.position_type === 'text' ? position.old_line : null) }),
      oldPath: t.string({ resolve: position => position.old_path }),
      positionType: t.field({ type: DiffPositionType, nullable: false, resolve: position => position.position_type }),
      width: t.int({ resolve: position => pixels(position, 'width') }),
      x: t.int({ resolve: position => pixels(position, 'x') }),
      y: t.int({ resolve: position => pixels(position, 'y') }),
    }),
  })
  builder.objectField(Note, 'position', t =>
    t.field({
      type: DiffPosition,
      resolve: async (note, _args, context) =>
        note.type === 'DiffNote' ? ((await positionOfNote(context, note.id))?.position ?? null) : null,
    }),
  )
}

const pixels = (position: StoredPosition, name: 'width' | 'height' | 'x' | 'y'): number | null =>
  position.position_type === 'image' ? Math.round(position[name]) : null
