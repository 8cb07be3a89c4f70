import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import PostalMime from 'postal-mime'
import { automaticReason } from './automatic.ts'
import { htmlToText } from './html-to-text.ts'
import { ownWords, withoutSignature } from './own-words.ts'
import type { MailFile, ReceivedMail } from './read.ts'

const maxFiles = 20
/** More than any comment takes. */
const maxText = 1_200_000
/** More than any title takes. */
const maxSubject = 5_000
/** Own words come before what is quoted; deep nesting costs more than its length. */
const maxHtml = 400_000

async function read(path: string, folder: string): Promise<ReceivedMail> {
  const bytes = await readFile(path)
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 30, rfc822Attachments: true })
  const text =
    mail.text !== undefined && mail.text.trim() !== '' ? mail.text : htmlToText((mail.html ?? '').slice(0, maxHtml))
  const words = withoutNul(text.slice(0, maxText))
  const files: MailFile[] = []
  for (const [index, { filename, mimeType, content }] of mail.attachments.slice(0, maxFiles).entries()) {
    if (typeof content === 'string' || isSignature(mimeType)) continue
    const file = join(folder, `${index}`)
    const data = content instanceof Uint8Array ? content : new Uint8Array(content)
    await writeFile(file, data, { mode: 0o600 })
    files.push({
      filename: filename ?? nameOf(mimeType, index),
      mediaType: mimeType,
      path: file,
      sizeBytes: data.byteLength,
    })
  }
  return {
    // One without an id is known by what it holds.
    messageId:
      withoutNul(mail.messageId?.trim().slice(0, 500) ?? '') || createHash('sha256').update(bytes).digest('hex'),
    automatic: automaticReason(mail.headers),
    subject: withoutNul((mail.subject ?? '').slice(0, maxSubject)),
    text: ownWords(words),
    whole: withoutSignature(words),
    files,
  }
}

/** The database keeps no NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd')

const isSignature = (mimeType: string): boolean =>
  /^application\/(?:x-)?(?:pgp-signature|pkcs7-signature)$/.test(mimeType)

const nameOf = (mimeType: string, index: number): string =>
  mimeType === 'message/rfc822'
    ? `mail-${index + 1}.eml`
    : `file-${index + 1}.${/^[a-z]+\/([a-z0-9]+)/.exec(mimeType)?.[1] ?? 'bin'}`

// Only `readMail` starts this thread, with these two.
const { path, folder } = workerData as { readonly path: string; readonly folder: string }
parentPort?.postMessage(await read(path, folder))
