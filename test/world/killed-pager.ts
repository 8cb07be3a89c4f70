import { pino } from 'pino'
import { deliverEvent } from '#server/deliver.ts'
import { tellMaintenance } from '#server/feeds/notifications/status-mails.ts'
import { sendDueDeliveries } from '#server/feeds/paging/deliver.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { createServices } from '#server/services.ts'
import { readSettings } from '#server/settings.ts'
import { slices } from '#server/slices.ts'
import { webhookSettings } from './webhook-settings.ts'

// A process that pages people, and tells subscribers of status pages, as a server does at one moment, and kills itself after a number of statements.
const [connectionString = '', now, killAfter] = process.argv.slice(2)
let left = Number(killAfter)
const { db, close } = openDatabase({
  connectionString,
  max: 4,
  onStatement: () => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  },
})
const settings = readSettings({
  RATE_LIMITS: 'off',
  EXTERNAL_URL: 'http://weft.test',
  LOG_LEVEL: 'silent',
  ...webhookSettings,
})
const services = createServices(slices, settings, pino({ level: 'silent' }))
await pageDue(db, services, now)
await tellMaintenance(db, services, now)
// The queue delivers an event again until all its followers have been done: each of these has been, or has not.
const told = ['escalation.paged', 'public_update.posted'] as const
for (const { id } of await db.selectFrom('events').select('id').where('name', 'in', told).orderBy('id').execute())
  await deliverEvent(db, services, id)
// The messages that wait are sent each minute.
await sendDueDeliveries(db, services, now)
await close()
