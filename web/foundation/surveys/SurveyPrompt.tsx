import { useEffect, useState } from 'react'
import { useLocation } from '#web/api/router/context.ts'
import { useViewer } from '#web/api/viewer.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { onCalmMoment } from './calm-moment.ts'

const SurveyCard = onDemand(() => import('./SurveyCard.tsx').then(module => module.SurveyCard), { holdsKeys: false })

/** Asks how people like the site, at a calm moment, on the page where it comes. @source UI-014 */
export function SurveyPrompt() {
  const { user, surveyEnabled } = useViewer()
  const path = useLocation(location => location.path)
  const [askedAt, setAskedAt] = useState<string | null>(null)
  // Changes are made outside of this part of the page.
  useEffect(() => onCalmMoment(() => setAskedAt(path)), [path])
  return user !== null && surveyEnabled && askedAt === path ? <SurveyCard userId={user.id} /> : null
}
