import type { ErrorStatus } from '#contract/monitor/error-tracking/error-words.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { statusLabels } from './messages.ts'

const tones = { unresolved: 'danger', resolved: 'good', ignored: 'plain' } as const

export function StatusChip({ status }: { readonly status: ErrorStatus }) {
  return <Chip tone={tones[status]}>{statusLabels[status]}</Chip>
}

/** Nothing for the usual level. */
export function LevelChip({ level }: { readonly level: string }) {
  if (level === 'error') return null
  const tone = level === 'fatal' ? 'danger' : level === 'warning' ? 'warning' : 'plain'
  return <Chip tone={tone}>{`${level.charAt(0).toUpperCase()}${level.slice(1)}`}</Chip>
}
