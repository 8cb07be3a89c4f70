import { useEffect, useState } from 'react'
import { useLocation } from '#web/api/router/context.ts'
import { useViewer } from '#web/api/viewer.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const SurveyCard = onDemand(() => import('./SurveyCard.tsx').then(module => module.SurveyCard), { holdsKeys: false })

declare global {
  interface WindowEventMap {
    /** The reader has finished something, such as merging, and may have a moment for a question. */
    calm: Event
    /** The reader has closed or reopened what the page shows. */
    'state-changed': CustomEvent<{ readonly 'is-closed': boolean }>
  }
}

/** Asks how people like the site, at a calm moment, on the page where it comes. @source UI-014 */
export function SurveyPrompt() {
  const { user, surveyEnabled } = useViewer()
  const path = useLocation(location => location.path)
  const [askedAt, setAskedAt] = useState<string | null>(null)
  // The event comes from anywhere on the page.
  useEffect(() => {
    const ask = () => setAskedAt(path)
    const askWhenClosed = ({ detail }: WindowEventMap['state-changed']) => detail['is-closed'] && ask()
    addEventListener('calm', ask)
    addEventListener('state-changed', askWhenClosed)
    return () => {
      removeEventListener('calm', ask)
      removeEventListener('state-changed', askWhenClosed)
    }
  }, [path])
  return user !== null && surveyEnabled && askedAt === path ? <SurveyCard userId={user.id} /> : null
}
