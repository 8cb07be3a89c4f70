/** The contents of a mail besides its recipient and subject. */
export interface MailBody {
  readonly text: string
  readonly html: string | null
  readonly headers: Readonly<Record<string, unknown>>
}

const blank = '[removed]'

/** The same mail without the links and keys that would let its reader act as its recipient. */
export function blankSecrets({ text, html, headers }: MailBody, secrets: readonly string[]): MailBody {
  const clean = (value: string) => secrets.reduce((left, secret) => left.replaceAll(secret, blank), value)
  return {
    text: clean(text),
    html: html === null ? null : clean(html),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
    ),
  }
}
