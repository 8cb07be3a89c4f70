import { useState } from 'react'

/**
 * The overlaps of a form that its reader is told of. The values that a save has changed may be read before its reply
 * arrives, and would look like another user's change: until then, only overlaps announced before are.
 *
 * @param overlaps  the fields that another user saved meanwhile
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
