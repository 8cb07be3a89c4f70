import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'
import { imagePath } from './images.ts'

interface ImageNode {
  readonly id: number
  readonly issuableId: number
  readonly filename: string
  readonly url: string | null
}

const imagesOfIssue = batch<number, readonly ImageNode[]>(async ({ db }, ids) => {
  const { rows } = await sql<ImageNode>`
    select m.id, m.issuable_id, up.filename, m.url from metric_images m join uploads up on up.id = m.upload_id
    where m.issuable_id = any (${[...ids]}::bigint[]) order by m.id`.execute(db)
  return groupedBy(rows, row => row.issuableId)
})

/** @source graphql.md 7.1 */
export function metricFields(): void {
  const Image = builder.objectRef<ImageNode>('MetricImage').implement({
    description: 'An image of a chart on an incident.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: ({ id }) => gid('IssuableMetricImage', id) }),
      iid: t.string({ nullable: false, resolve: ({ id }) => String(id) }),
      fileName: t.exposeString('filename'),
      filePath: t.string({ resolve: imagePath }),
      url: t.string({ nullable: false, resolve: ({ url }) => url ?? '' }),
    }),
  })
  builder.objectField(Issue, 'metricImages', t =>
    t.field({
      type: [Image],
      description: 'Images of charts on the incident.',
      resolve: async ({ id }, _args, context) => [...(await imagesOfIssue(context, id))],
    }),
  )
}
