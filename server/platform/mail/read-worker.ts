import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { automaticReason, refusesAutomaticAnswers } from './automatic.ts'
import { decodeUnnamed, headerText, withCharsets } from './charset.ts'
import { htmlToText } from './html-to-text.ts'
import { invitationText } from './invitation.ts'
import { ownWords, withoutSignature } from './own-words.ts'
import type { MailFile, MailHeaders, MailPerson, ReceivedMail } from './read.ts'
import { signedMail } from './signed.ts'
import { readWinmail } from './winmail.ts'

const maxFiles = 20
/** More than any comment takes. */
const maxText = 1_200_000
/** More than any title takes. */
const maxSubject = 5_000
/** Own words come before quotes; deep nesting costs more than its length. */
const maxHtml = 400_000

async function read(path: string, folder: string): Promise<ReceivedMail> {
  const bytes = await readFile(path)
  const { mail, messageId, subject, from, body } = await parsed(bytes)
  const files: MailFile[] = []
  for (const [index, { filename, mimeType, contentId, content }] of body.files.slice(0, maxFiles).entries()) {
    const file = join(folder, `${index}`)
    await writeFile(file, content, { mode: 0o600 })
    files.push({
      filename: filename ?? nameOf(mimeType, index),
      mediaType: mimeType,
      path: file,
      sizeBytes: content.byteLength,
      contentId,
      isNamed: contentId !== null && body.text.includes(`[cid:${contentId}]`),
    })
  }
  const words = withoutNul(body.text.slice(0, maxText))
  const about = { subject, from }
  return {
    // Two without one are two, even if they say the same.
    messageId: withoutNul(messageId.slice(0, 500)) || randomUUID(),
    headers: headersOf(mail),
    automatic: automaticReason(mail.headers),
    subject: withoutNul(subject.slice(0, maxSubject)),
    text: ownWords(words, about),
    whole: withoutSignature(words, about),
    files,
  }
}

const maxPeople = 50
const maxReferences = 100

function headersOf(mail: Email): MailHeaders {
  const from = peopleIn(mail.from === undefined ? [] : [mail.from])[0] ?? null
  const replyTo = peopleIn(mail.replyTo)[0] ?? null
  const ids = `${mail.references ?? ''} ${mail.inReplyTo ?? ''}`.match(/<[^<>\s]{1,500}>/g) ?? []
  return {
    from,
    replyTo: replyTo !== null && replyTo.email !== from?.email ? replyTo : null,
    to: peopleIn(mail.to),
    cc: peopleIn(mail.cc),
    references: [...new Set(ids.map(withoutNul))].slice(-maxReferences),
    refusesAutomaticAnswers: refusesAutomaticAnswers(mail.headers),
    authenticationResults: mail.headers
      .filter(header => header.key === 'authentication-results')
      .map(header => withoutNul(header.value)),
  }
}

/** The people with their addresses, those of groups too; what is no address is left out. */
function peopleIn(given: readonly Address[] | undefined): readonly MailPerson[] {
  const mailboxes = (given ?? []).flatMap(each => each.group ?? [each])
  return mailboxes.slice(0, maxPeople).flatMap(({ name, address = '' }) => {
    const email = address.toLowerCase()
    const isAddress =
      email.length <= 254 && /^[^\s\p{C}@<>,;:"()[\]\\]{1,64}@[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$/u.test(email)
    return isAddress && !email.includes('..') ? [{ email, name: withoutNul(name ?? '').slice(0, 255) }] : []
  })
}

interface PartFile {
  readonly filename: string | null
  readonly mimeType: string
  readonly contentId: string | null
  readonly content: Uint8Array
}

interface MailBody {
  readonly text: string
  readonly files: readonly PartFile[]
}

const options = { maxNestingDepth: 30, rfc822Attachments: true }

async function parsed(bytes: Uint8Array) {
  const mail = await readable(bytes)
  return {
    mail,
    messageId: /^[<>\s]*$/.test(mail.messageId ?? '') ? '' : (mail.messageId?.trim() ?? ''),
    subject: headerText(bytes, 'subject'),
    from: headerText(bytes, 'from'),
    body: await bodyOf(mail, 0),
  }
}

async function readable(bytes: Uint8Array): Promise<Email> {
  const mail = await PostalMime.parse(bytes, options)
  // A character did not decode, or is an escape: a part does not name its charset.
  const isUnreadable = [mail.text, mail.html].some(text => text?.includes('\ufffd') || text?.includes('\x1b'))
  return isUnreadable ? PostalMime.parse(withCharsets(bytes), options) : mail
}

/** Signed mails in signed mails, at most. */
const deepest = 3

async function bodyOf(mail: Email, depth: number): Promise<MailBody> {
  const files: PartFile[] = []
  const words: string[] = [textOf(mail)]
  for (const { filename, mimeType, contentId, content } of mail.attachments) {
    if (typeof content === 'string' || isSignature(mimeType)) continue
    const data = content instanceof Uint8Array ? content : new Uint8Array(content)
    const inner = isSigned(mimeType, filename) && depth < deepest ? signedMail(data) : null
    const winmail = isWinmail(mimeType, filename) ? readWinmail(data) : null
    if (inner !== null) {
      const body = await bodyOf(await readable(inner), depth + 1)
      words.push(body.text)
      files.push(...body.files)
    } else if (winmail !== null) {
      words.push(isEmpty(winmail.text) ? htmlToText(winmail.html.slice(0, maxHtml)) : winmail.text)
      for (const each of winmail.files) files.push({ ...each, mimeType: 'application/octet-stream', contentId: null })
    } else {
      if (mimeType === 'text/calendar')
        words.push(invitationText(decodeUnnamed(data), { isAlone: words.every(isEmpty) }))
      files.push({ filename, mimeType, contentId: contentId?.replace(/^<|>$/g, '') ?? null, content: data })
    }
  }
  return { text: withoutRepeats(words).join('\n\n'), files }
}

const textOf = ({ text, html }: Email): string =>
  text !== undefined && text.trim() !== '' ? text : htmlToText((html ?? '').slice(0, maxHtml))

const isEmpty = (text: string): boolean => text.trim() === ''

/** Outlook repeats the words of a mail in its own wrapping. */
function withoutRepeats(words: readonly string[]): readonly string[] {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const filled = words.filter(each => !isEmpty(each)).map(each => each.trimEnd())
  return filled.filter((each, at) => !filled.slice(0, at).some(before => plain(before).includes(plain(each))))
}

const isSigned = (mimeType: string, filename: string | null): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(mimeType) || /\.p7m$/i.test(filename ?? '')
const isWinmail = (mimeType: string, filename: string | null): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(mimeType) || filename?.toLowerCase() === 'winmail.dat'

/** The database keeps no NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd')

const isSignature = (mimeType: string): boolean =>
  /^application\/(?:x-)?(?:pgp-signature|pkcs7-signature)$/.test(mimeType)

const nameOf = (mimeType: string, index: number): string =>
  mimeType === 'message/rfc822'
    ? `mail-${index + 1}.eml`
    : mimeType === 'text/calendar'
      ? `invitation-${index + 1}.ics`
      : `file-${index + 1}.${/^[a-z]+\/([a-z0-9]+)/.exec(mimeType)?.[1] ?? 'bin'}`

// Only `readMail` starts this thread, with these two.
const { path, folder } = workerData as { readonly path: string; readonly folder: string }
parentPort?.postMessage(await read(path, folder))
