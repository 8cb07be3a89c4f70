import { createContext, useContext } from 'react'
import type { MergeRequestPageData } from '../shapes.ts'

export const MergeRequestContext = createContext<MergeRequestPageData | null>(null)

/** The data of the merge request's page around a component. */
export function useMergeRequestPage(): MergeRequestPageData {
  const page = useContext(MergeRequestContext)
  if (page === null) throw new Error('There is no merge request around this component')
  return page
}
