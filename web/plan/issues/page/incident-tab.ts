import { incidentTabs } from '#contract/issuable-kinds.ts'
import { useAddress } from '#web/api/route.tsx'

export type IncidentTab = 'summary' | (typeof incidentTabs)[number]

const shape = new RegExp(`/issues/incident/\\d+/(${incidentTabs.join('|')})/*(?:\\?|$)`)

/** The tab that the address of an incident names. */
export function useIncidentTab(): IncidentTab {
  const name = shape.exec(useAddress())?.[1]
  return incidentTabs.find(tab => tab === name) ?? 'summary'
}
