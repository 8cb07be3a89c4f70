import type { ReplyOf } from '#contract/operation.ts'

type Components = typeof import('#contract/plan/incidents/status-components.ts')
type Publications = typeof import('#contract/plan/incidents/publications.ts')

export type StatusSettingsData = ReplyOf<Components['getStatusSettingsPage']>
export type ComponentData = StatusSettingsData['components'][number]
export type PublicationData = ReplyOf<Publications['getPublication']>
