import type { Search } from '#web/api/router/search.ts'

/** The white space option of the address: `?w=1` hides its changes, `?w=0` shows them. */
export const whitespaceOf = ({ w }: Search): { readonly w?: '0' | '1' } => (w === '0' || w === '1' ? { w } : {})
