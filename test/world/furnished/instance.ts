import { createAbuseReport } from '#contract/discuss/abuse-reports.ts'
import { createBroadcastMessage } from '#contract/foundation/broadcast-messages.ts'
import {
  groupCustomAttributes,
  projectCustomAttributes,
  userCustomAttributes,
} from '#contract/foundation/custom-attributes.ts'
import { geoNodeOperations } from '#contract/foundation/geo/geo-nodes.ts'
import { createTopic } from '#contract/foundation/project-topics.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** The objects of administrators: custom attributes, topics, a broadcast message, an abuse report and a sent email. */
export async function furnishInstance({ as, db, group, project, users }: CodeWorld) {
  const root = as('root')
  const mail = await db
    .insertInto('mails')
    .values({
      recipient: 'rita@weft.test',
      userId: users.rita.id,
      subject: 'A subject',
      text: 'A text',
      html: '<p>A text</p>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mailFile = { name: 'loom.csv', mediaType: 'text/csv', body: Buffer.from('Warp') }
  await db
    .insertInto('mailFiles')
    .values({ mailId: mail.id, part: 0, ...mailFile })
    .execute()
  await root.call(userCustomAttributes.set, { id: users.rita.id, key: 'desk', value: '7' })
  await root.call(groupCustomAttributes.set, { id: group.id, key: 'desk', value: '7' })
  await root.call(projectCustomAttributes.set, { id: project.id, key: 'desk', value: '7' })
  const topic = await root.call(createTopic, { name: 'linen', description: 'Of *flax*' })
  const otherTopic = await root.call(createTopic, { name: 'hemp' })
  await root.call(updateApplicationSettings, { surveyEnabled: true })
  const broadcast = await root.call(createBroadcastMessage, { message: 'Down **soon**', dismissable: true })
  const node = await root.call(geoNodeOperations.create, { name: 'Oslo', url: 'https://oslo.weft.test' })
  const now = new Date().toISOString()
  const copy = await db
    .insertInto('geoRegistry')
    .values({
      ...{ nodeId: node.id, replicable: 'project_repositories', itemId: project.id },
      ...{ state: 'synced', verificationState: 'verified', checksum: 'f'.repeat(64), primaryChecksum: 'f'.repeat(64) },
      ...{ syncedAt: now, verifiedAt: now, createdAt: now, updatedAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = await as('dan').call(createAbuseReport, {
    abuseReport: { userId: users.gus.id, category: 'spam', reportedFromUrl: '/gus' },
  })

  const fit: FurnishedArea['fit'] = (place, { name, path }) => {
    if (path.includes('/custom_attributes/:key')) Object.assign(place, { key: 'desk', value: '8' })
    if (path.startsWith('/topics/:id')) place.id = topic.id
    if (name === 'topicPage') place.name = topic.name
    if (name === 'createTopic') place.name = 'silk thread'
    if (path.includes('/broadcast_messages/:id')) place.id = broadcast.id
    if (/^\/geo_(?:nodes|sites)\/:id/.test(path)) place.id = node.id
    if (name === 'geoNodePage') place.id = node.id
    if (/^createGeo(?:Node|Site)$/.test(name)) Object.assign(place, { name: 'Bergen', url: 'https://bergen.weft.test' })
    if (path.startsWith('/geo_replication/'))
      Object.assign(place, { replicable: 'project_repositories', action: 'reverify', id: copy.id })
    if (path.includes('/admin/mails/')) place.id = mail.id
  }
  const everywhere = {
    sourceTopicId: topic.id,
    targetTopicId: otherTopic.id,
    message: 'Down soon',
    reportId: report.id,
    abuseReport: { userId: users.rita.id, category: 'other', message: 'Look', reportedFromUrl: '/rita' },
  }
  return { everywhere, fit }
}
