import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { HoldKeys } from './HoldKeys.tsx'
import { patiently } from './later.ts'

interface OnDemandProps {
  /** Stands in its place while it is loading. */
  readonly fallback?: ReactNode
}

/**
 * A part that a press opens beside or above the page, and that is loaded then, as `later` does: it needs no transition, and
 * what is typed before it stands is given to it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & OnDemandProps> {
  const part: Part<Props> = { component: null, loading: null, load }
  // All but the fallback are the part's own.
  return ({ fallback, ...props }) => <OnDemand part={part} props={props as unknown as Props} fallback={fallback} />
}

interface Part<Props> {
  component: ComponentType<Props> | null
  loading: Promise<void> | null
  readonly load: () => Promise<ComponentType<Props>>
}

interface OnDemandPartProps<Props> extends OnDemandProps {
  readonly part: Part<Props>
  readonly props: Props
}

function OnDemand<Props extends object>({ part, props, fallback }: OnDemandPartProps<Props>) {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  const [, setLoaded] = useState(part.component !== null)
  // Modules are outside of React.
  useEffect(() => {
    if (part.component !== null) return
    loadOnce(part).then(
      () => setLoaded(true),
      error => setFailure({ error }),
    )
  }, [part])
  if (failure !== null) throw failure.error
  const { component: Component } = part
  if (Component !== null) return <Component {...props} />
  return (
    <>
      {fallback}
      <HoldKeys />
    </>
  )
}

function loadOnce<Props>(part: Part<Props>): Promise<void> {
  part.loading ??= patiently(part.load)
    .then(component => {
      part.component = component
    })
    .finally(() => {
      part.loading = null
    })
  return part.loading
}
