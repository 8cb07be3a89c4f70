import type { ReactNode } from 'react'

interface HighlightProps {
  readonly name: string
  readonly children: ReactNode
}

/** A fact in the bar of highlights. */
export const Highlight = ({ name, children }: HighlightProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
