import { type ComponentPropsWithRef, type ComponentType, createContext, type ReactNode, useContext } from 'react'

export type AnchorProps = ComponentPropsWithRef<'a'>

const AnchorContext = createContext<ComponentType<AnchorProps> | null>(null)

interface AnchorProviderProps {
  /** The component of links inside the product, for instance the router's own link. */
  readonly component: ComponentType<AnchorProps>
  readonly children: ReactNode
}

export function AnchorProvider({ component, children }: AnchorProviderProps) {
  return <AnchorContext value={component}>{children}</AnchorContext>
}

interface BareAnchorProps extends AnchorProps {
  /** Its own style keeps its words together. */
  readonly isIsolated?: boolean
}

/**
 * A bare link without a look, drawn by whatever the page provides through `AnchorProvider`, or else a plain `<a>`. Its words are
 * mostly a name: in a script of the other direction it leaves the order of the words around it alone.
 */
export function Anchor({ children, isIsolated, ...rest }: BareAnchorProps) {
  const Provided = useContext(AnchorContext) ?? 'a'
  return <Provided {...rest}>{typeof children === 'string' && !isIsolated ? <bdi>{children}</bdi> : children}</Provided>
}
