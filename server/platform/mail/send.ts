import type { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'

/** A mail as it goes out. */
interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly file?: { readonly name: string; readonly mediaType: string; readonly content: Readable }
}

const transports = new Map<string, Promise<Transporter>>()

/**
 * Hand a mail to the server that `SMTP_URL` names. Connections are kept for the next one.
 *
 * @throws Error  the server cannot be reached, or refuses the mail
 */
export async function sendMail(smtpUrl: string, mail: OutgoingMail): Promise<void> {
  const transport = transports.get(smtpUrl) ?? connect(smtpUrl)
  transports.set(smtpUrl, transport)
  const { html, headers, file, ...rest } = mail
  const attachments = file && [{ filename: file.name, contentType: file.mediaType, content: file.content }]
  await (await transport).sendMail({
    ...rest,
    ...(html === null ? {} : { html }),
    headers: { ...headers },
    ...(attachments && { attachments }),
  })
}

/** A server without `SMTP_URL` does not load the mail library. */
async function connect(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const url = new URL(smtpUrl)
  return createTransport({
    host: url.hostname,
    port: url.port === '' ? (url.protocol === 'smtps:' ? 465 : 587) : Number(url.port),
    secure: url.protocol === 'smtps:',
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  })
}

/** Close the open connections, so that a process can end. */
export function closeMail(): void {
  for (const transport of transports.values()) void transport.then(open => open.close())
  transports.clear()
}
