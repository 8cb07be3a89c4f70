import { Chip } from '../Chip.tsx'

interface MailStateProps {
  readonly mail: { readonly sentAt: string | null; readonly failure: string | null }
}

export function MailState({ mail }: MailStateProps) {
  if (mail.sentAt !== null) return <Chip tone="good">Sent</Chip>
  if (mail.failure !== null) return <Chip tone="danger">Failed</Chip>
  return <Chip>Not sent (no SMTP server)</Chip>
}
