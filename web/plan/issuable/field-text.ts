import type { IssuableData } from './issuable-context.tsx'

/** "Title and description of #12 restored" */
export const fieldText = (
  what: string,
  { reference }: Pick<IssuableData, 'reference'>,
  done: 'changed' | 'restored',
): string => `${what.charAt(0).toUpperCase()}${what.slice(1)} of ${reference.short} ${done}`
