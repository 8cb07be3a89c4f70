import { pino } from 'pino'
import { recordAllLostPushes } from '#server/code/repository/push/lost-pushes.ts'
import { deliverBatch, deliverEvent } from '#server/deliver.ts'
import { type Demo, makeDemo } from '#server/demo/demo.ts'
import { ensureFirstAdministrator } from '#server/foundation/users/creation/first-administrator.ts'
import { S3Refusal } from '#server/platform/files/s3.ts'
import { checkFiles } from '#server/platform/files/store.ts'
import { closeReaders } from '#server/platform/git/cat-file.ts'
import { startBatchRunner } from '#server/platform/jobs/batch-runner.ts'
import { migrateJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { closeMail } from '#server/platform/mail/send.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { migrate } from '#server/platform/sql/migrate.ts'
import { createServices } from '#server/services.ts'
import { CannotStart, type Settings } from '#server/settings.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import { openErrorEventsDoor } from '#server/transport/error-events/door.ts'
import { openFeatureFlagsDoor } from '#server/transport/feature-flags/door.ts'
import { openGitDoor } from '#server/transport/git-http/door.ts'
import { openSshDoor } from '#server/transport/git-ssh/door.ts'
import { openGraphqlDoor } from '#server/transport/graphql/door.ts'
import { openLiveHub } from '#server/transport/live/hub.ts'
import { sentPages } from '#server/transport/pages/door.ts'
import { builtWeb, type WebRoot } from '#server/transport/pages/web-root.ts'
import { Readiness } from '#server/transport/readiness.ts'
import type { Identity } from '#server/transport/session/authenticate.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { openSmtpDoor } from '#server/transport/smtp/door.ts'

interface StartedServer {
  /** The address of the listener, as http://host:port. */
  readonly address: string
  /** Set on the first start only. */
  readonly firstAdministrator?: { readonly username: string; readonly password?: string; readonly token?: string }
  /** Set when a demo world was made. */
  readonly demo?: Demo
  /**
   * Fail readiness for some seconds, so that balancers send no more requests here. Returns immediately where no
   * balancer asks for it.
   *
   * @param hurry  ends the wait
   */
  drain(hurry: AbortSignal): Promise<void>
  /** No request is cut; then every connection is closed. */
  close(): Promise<void>
}

interface ServerParts {
  readonly connectionString: string
  /** Folder of the built pages, or the pages of a development server. */
  readonly webRoot: string | WebRoot
}

/**
 * Bring the database up to date, make the first administrator, open every door and work on jobs.
 *
 * @throws NodeJS.ErrnoException  EADDRINUSE, EACCES: the port cannot be had
 */
export async function startServer(
  settings: Settings,
  { connectionString, webRoot }: ServerParts,
): Promise<StartedServer> {
  const log = pino({ level: settings.logLevel })
  await checkFiles(settings).catch(error => {
    // A mistake of the operator stops the start; a storage that is away for a moment does not.
    if (error instanceof S3Refusal && error.status < 500)
      throw new CannotStart(
        `S3_URL is set, but the storage returned ${error.code || error.status}. Check the key, bucket and region.`,
      )
    log.error({ err: error }, 'file storage unavailable')
  })
  await migrate(connectionString)
  const database = openDatabase({ connectionString, max: settings.databasePool })
  const known = new KnownIdentities<Identity>()
  const services = createServices(slices, settings, log, topics => known.forget(topics))
  const { db, pool, quick, writes } = database
  await migrateJobs(pool)
  const first = await ensureFirstAdministrator(db, settings)
  const demo = first.made && settings.demo === 'on' ? await makeDemo(db, services) : null
  const hub = await openLiveHub(connectionString, log)
  hub.subscribe(topics => known.forget(topics))
  const web = typeof webRoot === 'string' ? await builtWeb(webRoot, log) : webRoot
  const measures = [
    {
      name: 'weft_database_connections',
      help: 'Open database connections of this process.',
      read: () => pool.totalCount + quick.totalCount + writes.totalCount,
    },
    {
      name: 'weft_database_waiting',
      help: 'Requests and jobs of this process that are waiting for a database connection.',
      read: () => pool.waitingCount + quick.waitingCount + writes.waitingCount,
    },
    {
      name: 'weft_pages_drawn',
      help: 'Pages sent with their first view since the start of this process.',
      read: () => sentPages.drawn,
    },
    {
      name: 'weft_pages_undrawn',
      help: 'Pages sent without their first view since the start of this process: the server could not keep up, or the page failed.',
      read: () => sentPages.undrawn,
    },
    {
      name: 'weft_pages_drawn_twice',
      help: 'Pages drawn twice since the start of this process, because they name another namespace than their data.',
      read: () => sentPages.drawnTwice,
    },
  ]
  const readiness = new Readiness()
  const app = await createApp({
    db,
    readiness,
    known,
    services,
    slices,
    hub,
    measures,
    web,
    doors: [openGitDoor, openGraphqlDoor, openErrorEventsDoor, openFeatureFlagsDoor],
  })
  try {
    await app.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    await hub.close()
    await database.close()
    throw error
  }
  const mailDoor =
    settings.smtpInPort === undefined
      ? null
      : await openSmtpDoor({ db, services, host: settings.host, port: settings.smtpInPort }).catch(async cause => {
          await app.close()
          await hub.close()
          await database.close()
          const why = cause instanceof Error ? cause.message : 'unknown'
          throw new CannotStart(
            `SMTP_IN_PORT is '${settings.smtpInPort}', but Weft cannot listen on that port: ${why}.`,
            {
              cause,
            },
          )
        })
  const sshDoor =
    settings.sshPort === undefined || settings.role === 'worker'
      ? null
      : await openSshDoor({
          db,
          services,
          host: settings.host,
          port: settings.sshPort,
          subscribe: listener => hub.subscribe(listener),
        }).catch(async cause => {
          await Promise.all([app.close(), mailDoor?.close()])
          await hub.close()
          await database.close()
          const why = cause instanceof Error ? cause.message : 'unknown'
          throw new CannotStart(`SSH_PORT is '${settings.sshPort}', but Weft cannot listen on that port: ${why}.`, {
            cause,
          })
        })
  if (settings.role !== 'web') await recordAllLostPushes(db, services)
  const jobs =
    settings.role === 'web'
      ? null
      : await startJobs({
          pool,
          log,
          concurrency: 4,
          deliver: id => deliverEvent(db, services, id),
          timed: slices
            .flatMap(slice => slice.timedJobs ?? [])
            .map(job => ({ ...job, run: () => job.run(db, services) })),
        })
  const batches = settings.role === 'web' ? null : startBatchRunner(log, () => deliverBatch(db, services))
  hub.subscribe(() => batches?.wake())
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : settings.port
  return {
    address: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    ...(first.made ? { firstAdministrator: first } : {}),
    ...(demo === null ? {} : { demo }),
    drain: hurry => readiness.drain(hurry),
    close: async () => {
      await Promise.all([app.close(), mailDoor?.close(), sshDoor?.close()])
      await batches?.stop()
      await jobs?.stop()
      closeMail()
      closeReaders()
      await hub.close()
      await database.close()
    },
  }
}
