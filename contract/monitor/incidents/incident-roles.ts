/** The roles in the response to an incident, in the order of its page. This file imports nothing, so that the browser can load it. */
export const incidentRoles = [
  { name: 'commander', label: 'Incident commander', inSentence: 'incident commander' },
  { name: 'communications', label: 'Communications lead', inSentence: 'communications lead' },
] as const

export type IncidentRole = (typeof incidentRoles)[number]['name']
