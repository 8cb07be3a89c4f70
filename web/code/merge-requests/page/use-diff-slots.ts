import { useMemo } from 'react'
import type { DiffSlots } from '../../diff/slots.ts'
import type { ChangesData } from '../shapes.ts'

/** What a merge request puts into its diff. */
export function useDiffSlots(_changes: ChangesData): DiffSlots {
  return useMemo(() => ({}), [])
}
