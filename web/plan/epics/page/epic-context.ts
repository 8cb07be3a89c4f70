import { createContext, useContext } from 'react'
import type { EpicPageData } from '../shapes.ts'

export const EpicContext = createContext<EpicPageData | null>(null)

/** The data of the epic's page around a component. */
export function useEpicPage(): EpicPageData {
  const page = useContext(EpicContext)
  if (page === null) throw new Error('There is no epic around this component')
  return page
}
