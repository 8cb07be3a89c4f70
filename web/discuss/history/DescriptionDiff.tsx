import { onDemand } from '#web/ui/on-demand.tsx'
import { DiffSkeleton } from './DiffSkeleton.tsx'
import type { DescriptionDiffProps } from './LoadedDescriptionDiff.tsx'

const LoadedDiff = onDemand(() => import('./LoadedDescriptionDiff.tsx').then(module => module.LoadedDescriptionDiff), {
  holdsKeys: false,
})

/** The diff of a description, once it is loaded. */
export function DescriptionDiff(props: DescriptionDiffProps) {
  return <LoadedDiff {...props} fallback={<DiffSkeleton />} />
}
