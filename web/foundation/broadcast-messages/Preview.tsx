import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { previewBroadcastMessage } from '#web/api/operations.gen.ts'
import { BroadcastMessage } from './BroadcastMessage.tsx'
import type { ListedMessage } from './messages.ts'
import styles from './Preview.module.css'

interface PreviewProps {
  /** Markdown at rest: each one is rendered by the server. */
  readonly text: string
  readonly theme: ListedMessage['theme']
  readonly broadcastType: ListedMessage['broadcastType']
}

/** The message as pages will show it. */
export function Preview({ text, theme, broadcastType }: PreviewProps) {
  const { data } = useQuery({
    queryKey: [previewBroadcastMessage.name, text],
    queryFn: ({ signal }) => call(previewBroadcastMessage, { message: text }, { signal }),
    enabled: text.trim() !== '',
    placeholderData: before => before,
  })
  const html = text.trim() === '' ? '<p>Your message</p>' : (data?.html ?? '<p>…</p>')
  return (
    <section aria-label="Preview" className={styles.preview}>
      <BroadcastMessage message={{ html, theme, broadcastType }} />
    </section>
  )
}
