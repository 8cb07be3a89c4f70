import { onDemand } from '#web/ui/on-demand.tsx'
import { DiffSkeleton } from './DiffSkeleton.tsx'
import type { DescriptionDiffProps } from './LoadedDescriptionDiff.tsx'

const LoadedDiff = onDemand(() => import('./LoadedDescriptionDiff.tsx').then(module => module.LoadedDescriptionDiff), {
  holdsKeys: false,
})

/** What changed in a description, once it has come. */
export function DescriptionDiff(props: DescriptionDiffProps) {
  return <LoadedDiff {...props} fallback={<DiffSkeleton />} />
}
