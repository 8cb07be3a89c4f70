import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { holdFocus } from './focus.ts'
import { HoldKeys } from './HoldKeys.tsx'
import { patiently } from './patiently.ts'

interface OnDemandProps {
  /** Rendered in its place while it is loading. */
  readonly fallback?: ReactNode
}

/**
 * A part that is loaded when it is first rendered, as `patiently` does. Keys that are pressed before it is there are passed on to
 * it. Where it replaces something else, `useOpening` keeps that until the part is loaded.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { holdsKeys = true }: { readonly holdsKeys?: boolean } = {},
): OnDemandPart<Props> {
  const part: DeferredPart<Props> = { component: null, loading: null, load, holdsKeys }
  // All other properties are the part's own.
  const component: ComponentType<Props & OnDemandProps> = ({ fallback, ...props }) => (
    <OnDemand part={part} props={props as unknown as Props} fallback={fallback} />
  )
  const ahead = () => (part.component === null ? loadOnce(part).catch(() => undefined) : null)
  return Object.assign(component, { ahead })
}

export interface Loadable {
  /**
   * Load it before it is rendered.
   *
   * @returns null if it is loaded; otherwise a promise that never rejects: the part itself throws what went wrong once it is shown
   */
  readonly ahead: () => Promise<void> | null
}

type OnDemandPart<Props> = ComponentType<Props & OnDemandProps> & Loadable

interface DeferredPart<Props> {
  component: ComponentType<Props> | null
  loading: Promise<void> | null
  readonly load: () => Promise<ComponentType<Props>>
  readonly holdsKeys: boolean
}

interface OnDemandPartProps<Props> extends OnDemandProps {
  readonly part: DeferredPart<Props>
  readonly props: Props
}

function OnDemand<Props extends object>({ part, props, fallback }: OnDemandPartProps<Props>) {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  const [, setLoaded] = useState(part.component !== null)
  // Modules are outside of React.
  useEffect(() => {
    if (part.component !== null) return
    // The button that opened it may be removed with the focus on it, and the part takes the focus once it is rendered.
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

function loadOnce<Props>(part: DeferredPart<Props>): Promise<void> {
  part.loading ??= patiently(part.load)
    .then(component => {
      part.component = component
    })
    .finally(() => {
      part.loading = null
    })
  return part.loading
}
