import { createContext, useContext } from 'react'
import type { AlertPageData } from '../shapes.ts'

export const AlertContext = createContext<AlertPageData | null>(null)

/** The data of the alert's page around a component. */
export function useAlertPage(): AlertPageData {
  const page = useContext(AlertContext)
  if (page === null) throw new Error('There is no alert around this component')
  return page
}
