import { Worker } from 'node:worker_threads'

/** A file that came with a mail, on the disk. */
export interface MailFile {
  readonly filename: string
  readonly mediaType: string
  readonly path: string
  readonly sizeBytes: number
  /** The id by which the text names it, as `[cid:…]`; null when it does not. */
  readonly contentId: string | null
  /** The whole text of the mail names it, perhaps in its quote or signature. */
  readonly isNamed: boolean
}

export interface MailPerson {
  readonly name: string
  /** In lower case. */
  readonly email: string
}

/** The people that the headers of a mail name, and the mails that it answers. */
export interface MailHeaders {
  /** Null if the mail names no sender with a valid address. */
  readonly from: MailPerson | null
  /** The address that the sender wants answers at, if it is another one. */
  readonly replyTo: MailPerson | null
  readonly to: readonly MailPerson[]
  readonly cc: readonly MailPerson[]
  /** The ids of the mails that it answers, with their angle brackets; the nearest last. */
  readonly references: readonly string[]
  /** The sender asks that no program answers it. */
  readonly refusesAutomaticAnswers: boolean
  /** The `Authentication-Results` headers, the newest first. */
  readonly authenticationResults: readonly string[]
}

/** A mail as an answer, or as the beginning of something new. */
export interface ReceivedMail {
  readonly messageId: string
  readonly headers: MailHeaders
  /** The reason why no person wrote it, in a sentence; null when one may have. */
  readonly automatic: string | null
  readonly subject: string
  /** Markdown: the sender's text, without quotes and signature. */
  readonly text: string
  /** The same with its quotes, for a mail that was forwarded. */
  readonly whole: string
  readonly files: readonly MailFile[]
}

/** A mail that cannot be read within its limits. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail'
}

const waitsMs = 60_000
/**
 * With a large nursery, one collection moves more into the heap than its limit allows, and the process ends with the
 * thread.
 */
const heapLimitsMb = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

let last: Promise<unknown> = Promise.resolve()

/**
 * Read a mail from the disk in a thread of its own, which ends with it: a large one would hold up all other requests.
 * One at a time, so that many cost no more memory than one.
 *
 * @param folder  where its files are put; the caller removes it
 * @throws UnreadableMail
 */
export function readMail(path: string, folder: string): Promise<ReceivedMail> {
  const read = last.then(() => inThread(path, folder))
  last = read.catch(() => undefined)
  return read
}

function inThread(path: string, folder: string): Promise<ReceivedMail> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: { path, folder },
      resourceLimits: heapLimitsMb,
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const timer = setTimeout(() => end(() => reject(new UnreadableMail('parsing took too long'))), waitsMs)
    worker.once('message', (mail: ReceivedMail) => end(() => resolve(mail)))
    worker.once('error', cause => end(() => reject(new UnreadableMail('cannot be parsed', { cause }))))
    worker.once('exit', () => end(() => reject(new UnreadableMail('cannot be parsed'))))
  })
}
