import { useState } from 'react'

/**
 * The overlaps of a form as its reader is told of them. What a save has changed may be read before its reply is there, and would pass
 * for the change of someone else: until then, only what was told before it is.
 *
 * @param overlaps  the fields that somebody else saved meanwhile
 * @param isSaving  a save of the form is under way
 */
export function useToldOverlaps<Overlap extends { readonly label: string }>(
  overlaps: readonly Overlap[],
  isSaving: boolean,
): readonly Overlap[] {
  const labels = overlaps.map(({ label }) => label)
  const [told, setTold] = useState(labels)
  if (!isSaving && JSON.stringify(told) !== JSON.stringify(labels)) setTold(labels)
  return isSaving ? overlaps.filter(({ label }) => told.includes(label)) : overlaps
}
