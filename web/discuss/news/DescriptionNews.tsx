import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Reading } from '#contract/discuss/read-marks.ts'
import { CallError, call } from '#web/api/client.ts'
import { isSeen } from '#web/api/visibility.ts'
import type { NoteableKey } from '#web/discuss/noteable.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './news.module.css'

const EditedDescription = onDemand(() => import('./EditedDescription.tsx').then(module => module.EditedDescription), {
  holdsKeys: false,
})

interface DescriptionNewsProps extends NoteableKey {
  /** Null for a visitor. */
  readonly reading: Reading | null
}

/** Says that the description was edited since the last visit, and shows how on demand. */
export function DescriptionNews({ kind, namespace, iid, reading }: DescriptionNewsProps) {
  // The news from page load stay, while the mark moves on.
  const [news, setNews] = useState(reading?.descriptionNews ?? null)
  const element = useRef<HTMLDivElement>(null)
  const versionId = reading?.descriptionVersionId ?? 0
  const [knownId, setKnownId] = useState(versionId)
  if (versionId !== knownId) {
    setKnownId(versionId)
    // Edited while one looks at it: the text on the page is the new one, and its history tells.
    if (news !== null && reading?.descriptionNews)
      setNews({ ...news, versionId, editedAt: reading.descriptionNews.editedAt })
  }
  // Told once: a visit to a description that was seen already has nothing to tell.
  const isToTell = reading !== null && versionId > (reading.mark?.descriptionVersionId ?? 0)

  const tell = useEffectEvent(async (descriptionVersionId: number) => {
    try {
      await call(kind.calls.markRead, { namespace, iid, noteId: 0, descriptionVersionId })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  })
  // The description counts as read when its news were in sight; without news, with the page.
  useEffect(() => {
    if (!isToTell) return
    const target = element.current
    if (target === null) {
      if (isSeen()) void tell(versionId)
      return
    }
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(entry => entry.isIntersecting) || !isSeen()) return
      observer.disconnect()
      void tell(versionId)
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [isToTell, versionId])

  if (news === null) return null
  return (
    <div ref={element} className={styles.edited}>
      <EditedDescription kind={kind} namespace={namespace} iid={iid} news={news} onDismiss={() => setNews(null)} />
    </div>
  )
}
