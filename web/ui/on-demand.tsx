import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { holdFocus } from './focus.ts'
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
  { holdsKeys = true }: { readonly holdsKeys?: boolean } = {},
): OnDemandPart<Props> {
  const part: Part<Props> = { component: null, loading: null, load, holdsKeys }
  // All but the fallback are the part's own.
  const component: ComponentType<Props & OnDemandProps> = ({ fallback, ...props }) => (
    <OnDemand part={part} props={props as unknown as Props} fallback={fallback} />
  )
  return Object.assign(component, { ahead: () => void loadOnce(part).catch(() => undefined) })
}

type OnDemandPart<Props> = ComponentType<Props & OnDemandProps> & {
  /** Load it before it is wanted. */
  readonly ahead: () => void
}

interface Part<Props> {
  component: ComponentType<Props> | null
  loading: Promise<void> | null
  readonly load: () => Promise<ComponentType<Props>>
  readonly holdsKeys: boolean
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
    // What opens it may be gone with the focus, which the part takes when it stands.
    const release = part.holdsKeys ? holdFocus() : undefined
    loadOnce(part).then(
      () => {
        setLoaded(true)
        if (release) requestAnimationFrame(release)
      },
      error => setFailure({ error }),
    )
    return release
  }, [part])
  if (failure !== null) throw failure.error
  const { component: Component } = part
  if (Component !== null) return <Component {...props} />
  return (
    <>
      {fallback}
      {part.holdsKeys && <HoldKeys />}
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
