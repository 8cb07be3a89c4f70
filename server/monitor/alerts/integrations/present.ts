import type { IntegrationRow } from './find.ts'

/** The address that takes the alerts of an integration: its name is for people, its identifier finds it. */
export function endpointPath({ name, type, endpointIdentifier, namespacePath }: IntegrationRow): string {
  if (type === 'PROMETHEUS') return `/${namespacePath}/prometheus/alerts/notify.json`
  return `/${namespacePath}/alerts/notify/${slugOf(name)}/${endpointIdentifier}.json`
}

/** A name as a segment of an address. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'http'
