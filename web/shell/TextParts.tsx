import { useEffect } from 'react'
import { ReferenceCards } from '#web/code/reference-cards/ReferenceCards.tsx'
import { watchTexts } from '#web/ui/rich-text/watch.ts'

/** What texts of people have besides their words, on every page: formulas, and cards beside references. */
export function TextParts() {
  // The texts are rendered by the server.
  useEffect(watchTexts, [])
  return <ReferenceCards />
}
