import type { ComponentType } from 'react'

interface SecurityPartProps {
  readonly namespace: { readonly id: number; readonly fullPath: string }
  readonly mergeRequest: { readonly id: number; readonly iid: number }
}

/** The part of a higher floor that says which findings of scanners a merge request adds. */
// `web/monitor/routes.ts` names it before a page of code shows.
export const securityParts: { mergeRequest: ComponentType<SecurityPartProps> | null } = { mergeRequest: null }
