import { type ComponentPropsWithRef, type ComponentType, createContext, type ReactNode, useContext } from 'react'

export type AnchorProps = ComponentPropsWithRef<'a'>

const AnchorContext = createContext<ComponentType<AnchorProps> | null>(null)

interface AnchorProviderProps {
  /** What draws a link inside the product, for instance the router's own link. */
  readonly component: ComponentType<AnchorProps>
  readonly children: ReactNode
}

export function AnchorProvider({ component, children }: AnchorProviderProps) {
  return <AnchorContext value={component}>{children}</AnchorContext>
}

/** A bare link without a look, drawn by whatever the page provides through `AnchorProvider`, or else a plain `<a>`. */
export function Anchor(props: AnchorProps) {
  const Provided = useContext(AnchorContext)
  return Provided ? <Provided {...props} /> : <a {...props} />
}
