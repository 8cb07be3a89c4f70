import { useEffect } from 'react'
import { ReferenceCards } from '#web/code/reference-cards/ReferenceCards.tsx'
import { watchTexts } from '#web/ui/rich-text/watch.ts'

/** Draws formulas, diagrams and copy buttons in rendered Markdown, and cards beside references, on every page. */
export function TextParts() {
  // The texts are rendered by the server.
  useEffect(watchTexts, [])
  return <ReferenceCards />
}
