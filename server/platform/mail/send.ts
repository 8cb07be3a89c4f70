import { createTransport, type Transporter } from 'nodemailer'

/** A mail as it goes out. */
export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>>
}

const transports = new Map<string, Transporter>()

/**
 * Hand a mail to the server that `SMTP_URL` names. Connections are kept for the next one.
 *
 * @throws Error  the server cannot be reached, or refuses the mail
 */
export async function sendMail(smtpUrl: string, mail: OutgoingMail): Promise<void> {
  let transport = transports.get(smtpUrl)
  if (transport === undefined) {
    const url = new URL(smtpUrl)
    transport = createTransport({
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
    transports.set(smtpUrl, transport)
  }
  const { html, headers, ...rest } = mail
  await transport.sendMail({ ...rest, ...(html === null ? {} : { html }), headers: { ...headers } })
}

/** Close what is kept open, so that a process can end. */
export function closeMail(): void {
  for (const transport of transports.values()) transport.close()
  transports.clear()
}
