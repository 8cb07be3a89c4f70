import type { Icon } from '@primer/octicons-react'
import { createElement } from 'react'

/** An icon of our own, drawn in a square of 16 like those of the package, and put into the same font: `tools/icon-font.ts`. */
const ownIcon =
  (path: string): Icon =>
  ({ size = 16 }) =>
    createElement('svg', { viewBox: '0 0 16 16', width: size, height: size }, createElement('path', { d: path }))

/** A kettle weight. */
export const WeightIcon = /* @__PURE__ */ ownIcon(
  'm8,1.05a2.85,2.85,0,1,1,0,5.7,2.85,2.85,0,0,1,0-5.7Zm0,1.5a1.35,1.35,0,1,0,0,2.7,1.35,1.35,0,0,0,0-2.7ZM3.6,5.45H12.4A.75.75,0,0,1,13.134,6.046L14.734,13.646A.75.75,0,0,1,14,14.55H2A.75.75,0,0,1,1.266,13.646L2.866,6.046A.75.75,0,0,1,3.6,5.45ZM4.209,6.95,2.924,13.05H13.076L11.791,6.95Z',
)
