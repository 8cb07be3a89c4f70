import { useEffect } from 'react'
import { ReferenceCards } from '#web/code/reference-cards/ReferenceCards.tsx'
import { SurveyPrompt } from '#web/foundation/surveys/SurveyPrompt.tsx'
import { keepFocus } from '#web/ui/focus-home.ts'
import { holdLostKeys } from '#web/ui/lost-keys.ts'
import { watchTexts } from '#web/ui/rich-text/watch.ts'

/** What every page has once it is at rest: formulas, diagrams and copy buttons in Markdown, reference cards, the survey, and what happens to
 * the focus and to keys when their element is gone. */
export function LateParts() {
  // The texts are rendered by the server.
  useEffect(watchTexts, [])
  // The focus is outside of React.
  useEffect(keepFocus, [])
  // Keys arrive at the window, outside of any component.
  useEffect(holdLostKeys, [])
  return (
    <>
      <ReferenceCards />
      <SurveyPrompt />
    </>
  )
}
