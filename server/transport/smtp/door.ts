import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SMTPServerDataStream } from 'smtp-server'
import { anonymous, type Context, createContext, type Services } from '#server/context.ts'
import { Forbidden, Invalid, NotFound, RateLimited, TooLarge, Unavailable } from '#server/errors.ts'
import {
  type DeskReplyTarget,
  type ReplyTarget,
  readDeskAddress,
  readReplyAddress,
  replySecret,
} from '#server/feeds/notifications/reply-address.ts'
import { takeReply } from '#server/feeds/replies/take.ts'
import { refuseInMaintenance } from '#server/foundation/settings/maintenance.ts'
import { deskAt, type ServiceDesk } from '#server/plan/service-desk/desk.ts'
import { plainAddress } from '#server/platform/limits/network.ts'
import { type PortLimits, PortSockets } from '#server/platform/limits/port-sockets.ts'
import { isTrustedProxy } from '#server/platform/limits/trusted-proxies.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { type ReceivedMail, readMail, UnreadableMail } from '#server/platform/mail/read.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { type IssueAddress, readIssueAddress } from '#server/transfer/issue-mails/address.ts'
import { messages as issueMailMessages } from '#server/transfer/issue-mails/messages.ts'
import { senderOf, takeIssueMail } from '#server/transfer/issue-mails/take.ts'
import { type DeskMailOutcome, takeDeskMail, takeDeskReply } from '#server/transfer/service-desk-mails/take.ts'
import { ports } from '#server/transport/ports.ts'

/** Bytes of a mail at most, with its files as they are encoded in it. */
const mailLimitBytes = 25 * 1024 * 1024
/** Time for one mail: the largest one at 40 kB a second. */
const mailMs = 10 * 60_000

interface SmtpDoor {
  readonly port: number
  close(): Promise<void>
}

interface SmtpParts {
  readonly db: Db
  readonly services: Services
  readonly host: string
  readonly port: number
  readonly limitBytes?: number
  readonly limits?: PortLimits
}

/** A refusal that the sender's mail server receives, and mostly passes on to the author of the mail. */
class SmtpAnswer extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** The handling of mails to an address. */
interface Mailbox {
  /** Check the address before the mail comes. @throws NamedError  it would be refused */
  readonly admit: (ctx: Context) => Promise<unknown>
  readonly take: (ctx: Context, mail: ReceivedMail) => Promise<DeskMailOutcome>
  readonly accepted: string
  readonly forbidden: string
  readonly gone: string
}

const replies = (target: ReplyTarget): Mailbox => ({
  admit: async () => undefined,
  take: async (ctx, mail) => ((await takeReply(ctx, target, mail)) ? 'taken' : 'again'),
  accepted: 'Message accepted and posted as a comment',
  forbidden: 'You do not have permission to comment on this item',
  gone: 'The item you are replying to was deleted or is no longer accessible',
})

const newIssues = (address: IssueAddress): Mailbox => ({
  admit: ctx => senderOf(ctx, address),
  take: async (ctx, mail) => ((await takeIssueMail(ctx, address, mail)) ? 'taken' : 'again'),
  accepted: 'Message accepted and created as an issue',
  forbidden: issueMailMessages.lostRight,
  gone: issueMailMessages.resetAddress,
})

const requests = (desk: ServiceDesk): Mailbox => ({
  admit: async () => undefined,
  take: (ctx, mail) => takeDeskMail(ctx, desk, mail),
  accepted: 'Message accepted',
  forbidden: 'This project is archived and accepts no requests',
  gone: 'This project accepts no requests',
})

const answers = (target: DeskReplyTarget): Mailbox => ({
  admit: async () => undefined,
  take: (ctx, mail) => takeDeskReply(ctx, target, mail),
  accepted: 'Message accepted and added to the request',
  forbidden: 'This request accepts no more answers',
  gone: 'The request you are replying to no longer exists, or you no longer take part in it',
})

/**
 * Listen for answers to mails, and for mails that become issues or requests. A mail is taken when its comment or issue is
 * committed, and only then: after a temporary failure its sender tries again, and a refused mail goes back to its
 * author.
 *
 * @throws NodeJS.ErrnoException  EADDRINUSE, EACCES: the port cannot be had
 */
export async function openSmtpDoor(parts: SmtpParts): Promise<SmtpDoor> {
  const { db, services, host, port, limitBytes = mailLimitBytes, limits = ports.smtp } = parts
  const secret = await replySecret(db)
  // A server without `SMTP_IN_PORT` does not load it.
  const { SMTPServer } = await import('smtp-server')
  const { log, settings } = services
  const taking = new Set<Promise<void>>()
  const server = new SMTPServer({
    name: mailDomain(settings),
    banner: 'Weft',
    size: limitBytes,
    rejectOversized: true,
    // The door is behind the site's own mail server, or accepts mails from anyone: neither signs in.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
    onMailFrom: ({ address }, session, done) => {
      hear(session)
      done(address === '' ? new SmtpAnswer(550, 'Bounce messages are not accepted') : null)
    },
    onRcptTo: ({ address }, session, done) => {
      const { envelope, id } = session
      hear(session)
      if (envelope.rcptTo.length > 0)
        return done(new SmtpAnswer(452, 'Too many recipients. Send one message per recipient'))
      admit(address, id).then(
        () => done(null),
        (error: unknown) => done(error instanceof SmtpAnswer ? error : answerTo(error, id, null)),
      )
    },
    onData: (stream, session, done) => {
      const { envelope, id } = session
      const socket = socketOf(session)
      const end = socket === undefined ? () => undefined : sockets.begin(socket)
      const late = setTimeout(() => socket?.destroy(), mailMs).unref()
      const work = take(stream, envelope.rcptTo[0]?.address ?? '', id).then(
        sentence => done(null, sentence),
        (error: unknown) => done(error instanceof SmtpAnswer ? error : answerTo(error, id, null)),
      )
      taking.add(work)
      void work.finally(() => {
        taking.delete(work)
        clearTimeout(late)
        end()
      })
    },
  })

  const sockets = new PortSockets(limits, {
    name: 'smtp',
    log,
    refusal: '421 4.7.0 Too many connections are open. Try again later\r\n',
    isProxy: address => isTrustedProxy(settings, address),
  })
  const byEnds = new Map<string, Socket>()
  const socketOf = (session: Ends) => byEnds.get(endsOf(session))
  const hear = (session: Ends) => {
    const socket = socketOf(session)
    if (socket !== undefined) sockets.hear(socket)
  }

  const contextFor = (id: string): Context => createContext({ actor: anonymous, db, services, requestId: `mail-${id}` })

  async function mailboxAt(ctx: Context, address: string): Promise<Mailbox | null> {
    const reply = readReplyAddress(secret, address)
    if (reply !== null) return replies(reply)
    const answer = readDeskAddress(secret, address)
    if (answer !== null) return answers(answer)
    const issue = readIssueAddress(address)
    if (issue !== null) return newIssues(issue)
    const desk = await deskAt(ctx, address)
    return desk === null ? null : requests(desk)
  }

  /** @throws SmtpAnswer */
  async function admit(address: string, id: string): Promise<void> {
    const ctx = contextFor(id)
    // The sender's mail server keeps the mail, and tries again.
    await refuseInMaintenance(ctx)
    const mailbox = await mailboxAt(ctx, address)
    if (mailbox === null) throw new SmtpAnswer(550, 'No such mailbox')
    await mailbox.admit(ctx).catch((error: unknown) => {
      throw answerTo(error, id, mailbox)
    })
  }

  /** @returns the sentence of the answer. @throws SmtpAnswer */
  async function take(stream: SMTPServerDataStream, address: string, id: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'weft-mail-'))
    try {
      const path = join(folder, 'mail')
      await pipeline(upTo(stream, limitBytes), createWriteStream(path, { mode: 0o600 }))
      if (stream.sizeExceeded) throw new TooLarge()
      const ctx = contextFor(id)
      const mailbox = await mailboxAt(ctx, address)
      if (mailbox === null) throw new NotFound()
      const outcome = await readMail(path, folder)
        .then(mail => mailbox.take(ctx, mail))
        .catch((error: unknown) => {
          throw answerTo(error, id, mailbox)
        })
      return outcome === 'taken' ? mailbox.accepted : ignored[outcome]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  function answerTo(error: unknown, id: string, mailbox: Mailbox | null): SmtpAnswer {
    if (error instanceof TooLarge) return new SmtpAnswer(552, `Message exceeds the maximum size of ${limitBytes} bytes`)
    if (error instanceof Forbidden) return new SmtpAnswer(550, mailbox?.forbidden ?? 'Not permitted')
    if (error instanceof NotFound) return new SmtpAnswer(550, mailbox?.gone ?? 'No such mailbox')
    if (error instanceof Invalid) return new SmtpAnswer(554, oneLine(error.message))
    if (error instanceof UnreadableMail) return new SmtpAnswer(554, 'The message could not be parsed')
    if (error instanceof RateLimited || error instanceof Unavailable)
      return new SmtpAnswer(451, 'Please try again later')
    log.error({ err: error, mail: id }, 'could not accept an email')
    return new SmtpAnswer(451, 'Internal error. Please try again later')
  }

  // An error of one connection does not affect others.
  server.on('error', error => log.warn({ err: error }, 'an SMTP connection failed'))
  const listening = server.server
  listening.on('connection', socket => {
    const ends = endsOf(socket)
    byEnds.set(ends, socket)
    socket.once('close', () => byEnds.delete(ends))
  })
  sockets.guard(listening)
  server.listen(port, host)
  await once(listening, 'listening')
  const bound = listening.address() as AddressInfo
  return {
    port: bound.port,
    close: async () => {
      sockets.drain()
      await new Promise<void>(resolve => server.close(() => resolve()))
      await Promise.all(taking)
    },
  }
}

const ignored = { again: 'Duplicate message ignored', ignored: 'Automatic message ignored' } as const

/** The bytes of a stream up to a limit; later bytes are read and dropped, so that the sender reads the answer. */
async function* upTo(stream: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of stream) {
    seen += chunk.byteLength
    if (seen <= limitBytes) yield chunk
  }
}

const oneLine = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 400)

interface Ends {
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
  readonly localAddress?: string | undefined
  readonly localPort?: number | undefined
}

/**
 * Both ends of a connection: no two open connections have the same. The package gives these for a session, but not its
 * socket.
 */
const endsOf = ({ remoteAddress = '', remotePort, localAddress = '', localPort }: Ends): string =>
  [plainAddress(remoteAddress), remotePort, plainAddress(localAddress), localPort].join(' ')
